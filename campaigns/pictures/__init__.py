"""Pictures of a campaign: what was counted, how the dice fell, what became of everybody; and the past as it was."""

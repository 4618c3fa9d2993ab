"""What leaves the table: of each entry, after its commit, what somebody has asked to be told elsewhere or later."""

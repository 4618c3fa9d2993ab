"""Commands ready to be sent, by the kernel's rule: a tap exists exactly where the rules would accept it now."""

from rules.kernel.tapping import as_tap, obstacle, tap

__all__ = ["as_tap", "obstacle", "tap"]

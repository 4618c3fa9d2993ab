"""People: sign-up and sign-in, their language and theme, their tokens for programs."""

"""The living page of the design: every token, every component and every icon, drawn by the templates of the site."""

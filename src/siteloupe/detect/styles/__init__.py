"""Which stylesheets apply to a page, and what their rules say."""

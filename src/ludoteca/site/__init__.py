"""The static site: the same pages as the server's, as files; visitors play in the browser alone."""

from ludoteca.errors import require

require("web", "jinja2", "markdown_it")

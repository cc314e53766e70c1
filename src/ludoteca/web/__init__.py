"""The web: a server that decides everything, and pages that show what they are told."""

from ludoteca.kernel.optional_packages import require

require(
    "web",
    "alembic",
    "fastapi",
    "itsdangerous",
    "jinja2",
    "markdown_it",
    "orjson",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)

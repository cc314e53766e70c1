"""The web: a server that decides everything, and pages that display what it sends."""

from ludoteca.errors import require

require(
    "web",
    "alembic",
    "fastapi",
    "itsdangerous",
    "jinja2",
    "markdown_it",
    "orjson",
    "prometheus_client",
    "resvg_py",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)

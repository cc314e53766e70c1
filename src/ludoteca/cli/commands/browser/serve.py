"""`ludoteca serve`: the games in a browser."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import GameFiles


def serve(
    host: Annotated[str, typer.Option(metavar="NAME", help="Address to listen on; 0.0.0.0 for the whole network.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any free port.")] = 8000,
    database: Annotated[
        str, typer.Option(metavar="URL", help="postgresql://… or sqlite:///…  [default: a file in the data folder]")
    ] = "",
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the database and the server's secret are kept.")
    ] = None,
    public_url: Annotated[
        str, typer.Option(metavar="URL", help="The public address behind a proxy, such as https://play.example.org.")
    ] = "",
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy's address or network, such as 10.0.0.7; may be repeated."),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another host name to answer to; may be repeated.")
    ] = None,
    games: GameFiles = None,  # noqa: ARG001 (parsing the argument opens it)
    workers: Annotated[int, typer.Option(min=1, max=64, help="Number of processes for bots and analysis.")] = 2,
    modules: Annotated[
        bool, typer.Option("--modules/--no-modules", help="Let browsers run analysis and bots themselves.")
    ] = True,
    chat: Annotated[
        bool, typer.Option("--chat/--no-chat", help="Let opponents chat in their own words, not only in set phrases.")
    ] = True,
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="LUDOTECA_SMTP",
            help="A mail server: smtps://user:password@host:port. None by default.",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(metavar="ADDRESS", envvar="LUDOTECA_MAIL_FROM", help="The address that mail is sent from.")
    ] = "",
    push_to: Annotated[
        list[str] | None,
        typer.Option(metavar="NETWORK", help="A private network that push messages may be sent to; may be repeated."),
    ] = None,
    vacation_days: Annotated[
        int,
        typer.Option(
            metavar="DAYS", min=0, max=365, help="How many days a year a player's correspondence clocks can be paused."
        ),
    ] = 30,
    metrics: Annotated[
        str, typer.Option(metavar="PORT", help="Serve figures for Prometheus on this local port, or at ADDRESS:PORT.")
    ] = "",
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")] = "info",
) -> None:
    """Play, watch and analyse in a browser.

    Prints the address.  Everything is kept in one SQLite file unless you name a database.

    Example: ludoteca serve --port 8000
    """
    if log_level not in ("debug", "info", "warning", "error"):
        raise typer.BadParameter("it must be debug, info, warning or error", param_hint="--log-level")
    for option, addresses in (("--trust-proxy", trust_proxy), ("--push-to", push_to)):
        for address in addresses or ():
            if not is_network(address):
                raise typer.BadParameter(f"{address!r} is not an address or a network", param_hint=option)
    from ludoteca.folders import data_folder
    from ludoteca.web.serve import serve as run
    from ludoteca.web.settings import Settings

    settings = Settings(
        host=host,
        port=port,
        database=database,
        data=data or data_folder(),
        public_url=public_url.rstrip("/"),
        trusted_proxies=tuple(trust_proxy or ()),
        allowed_hosts=tuple(allow_host or ()),
        workers=workers,
        offers_modules=modules,
        allows_chat=chat,
        smtp=smtp,
        mail_from=mail_from,
        push_networks=tuple(push_to or ()),
        vacation_days=vacation_days,
        metrics=metrics,
    )
    raise typer.Exit(run(settings, log_level))


def is_network(text: str) -> bool:
    """Whether it is an IP address or a network, such as 10.0.0.0/8."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True

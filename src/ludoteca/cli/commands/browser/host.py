"""`ludoteca host`: make hosts of a server, and links for people who are locked out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.arguments import AsJson
from ludoteca.cli.output import say


def host(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The account's name; it is created if needed.")],
    link: Annotated[bool, typer.Option("--link", help="Only print a link that signs in once.")] = False,
    player: Annotated[bool, typer.Option("--player", help="Make a host an ordinary player again.")] = False,
    database: Annotated[
        str, typer.Option(metavar="URL", help="As for `ludoteca serve`.  [default: a file in the data folder]")
    ] = "",
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="As for `ludoteca serve`.")] = None,
    public_url: Annotated[
        str, typer.Option(metavar="URL", help="The server's address, for links.")
    ] = "http://127.0.0.1:8000",
    as_json: AsJson = False,
) -> None:
    """Make someone a host of a server, and print a sign-in link.

    Hosts can rename, suspend and merge accounts.  The server may be running.

    Example: ludoteca host Ann --public-url https://play.example.org
    """
    if link and player:
        raise typer.BadParameter("--link and --player cannot be combined", param_hint="--player")
    from sqlalchemy.orm import Session

    from ludoteca.folders import data_folder
    from ludoteca.web.people.account import HOST, LINK_HOURS, PLAYER, checked_name
    from ludoteca.web.settings import Settings
    from ludoteca.web.storage import accounts
    from ludoteca.web.storage.storage import Storage

    def work(session: Session) -> tuple[str, str, str]:
        row = accounts.named(session, name)
        if row is None and not (link or player):
            accounts.add_account(session, checked_name(name), None)
        row = accounts.must_find(session, name)
        if not link:
            row.role = PLAYER if player else HOST
            accounts.note_action(session, "ludoteca host", row.role, row.name)
        secret = "" if player else accounts.add_link(session, row.id)
        return row.name, row.role, secret

    storage = Storage(Settings(database=database, data=data or data_folder()).database_url)
    storage.open()
    try:
        found, role, secret = asyncio.run(storage.write(work))
    finally:
        storage.close()
    address = f"{public_url.rstrip('/')}/sign-in/link/{secret}" if secret else ""
    if as_json:
        typer.echo(json.dumps({"name": found, "role": role, "link": address or None}))
        return
    if not link:
        say(f"{found} is now a {role}.")
    if address:
        say(f"This link signs in as {found} once, within {LINK_HOURS} hours:")
        typer.echo(address)

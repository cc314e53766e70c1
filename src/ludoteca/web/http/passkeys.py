"""Passkeys: a browser asks for a challenge, and sends back what its authenticator signed.

A challenge is a secret that works once (`storage/accounts.py`), so any process can check what another one asked.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, Response
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ludoteca.languages import t, translatable
from ludoteca.web.http.account_pages import next_page, own_sign_in, signed_in, spend_try, write
from ludoteca.web.http.pages import origin_of
from ludoteca.web.http.visitors import registry_of, visitor_of
from ludoteca.web.people.account import Account, WrongSecret, checked_name, device_of, new_account_id
from ludoteca.web.storage import accounts as stored
from ludoteca.web.table.stored_game import now_ms

NO_PASSKEY = translatable("That passkey does not work here.")
PASSKEY_ID = re.compile(r"[A-Za-z0-9_-]{1,1400}")
UNREADABLE = (WebAuthnException, AttributeError, LookupError, RecursionError, TypeError, ValueError)  # for odd bytes
RESIDENT = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
)
passkeys = APIRouter(include_in_schema=False)
Text = Annotated[str, StringConstraints(max_length=4000)]


class Wish(BaseModel):
    """What a passkey is wanted for: to sign up under a name, or for the account that is signed in."""

    model_config = ConfigDict(extra="forbid")
    name: Text = ""


class Signed(BaseModel):
    """What an authenticator made, and where to go next."""

    model_config = ConfigDict(extra="forbid")
    credential: Annotated[dict[str, Any], Field(max_length=20)]
    name: Text = ""
    back: Text = ""
    bring: bool = False


def party_of(request: Request) -> str:
    """The name of this server that passkeys are bound to."""
    return urlsplit(origin_of(request)).hostname or ""


async def keep_challenge(request: Request, challenge: bytes, account: str | None) -> None:
    """Remember what was asked, and for which account."""
    text = bytes_to_base64url(challenge)
    await write(request, lambda session: stored.add_challenge(session, text, account))


def challenge_in(credential: dict[str, Any]) -> str:
    """The challenge that a browser says it has answered."""
    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))["challenge"]
        return bytes_to_base64url(base64url_to_bytes(said))
    except UNREADABLE as error:
        raise WrongSecret(t(NO_PASSKEY)) from error


def checked_id(text: object) -> str:
    """The id of a passkey; WrongSecret for what cannot be one."""
    if not isinstance(text, str) or not PASSKEY_ID.fullmatch(text):
        raise WrongSecret(t(NO_PASSKEY))
    return text


async def take_challenge(request: Request, credential: dict[str, Any]) -> tuple[bytes, str]:
    """The challenge and the account that it was for, "" for none; WrongSecret unless it was asked and is fresh."""
    text = challenge_in(credential)
    account = await write(request, lambda session: stored.use_key(session, "challenge", text))
    if account is None:
        raise WrongSecret(t(NO_PASSKEY))
    return base64url_to_bytes(text), account


@passkeys.post("/api/v1/passkeys/wanted")
async def want_passkey(request: Request, wish: Wish) -> Response:
    """What a browser needs to make a passkey."""
    own, account = visitor_of(request).sign_in, visitor_of(request).account
    if own is not None and not own.is_fresh(now_ms()):  # and nothing else gives out a challenge for an account
        raise WrongSecret(t("To add a passkey, first sign in again."))
    spend_try(request, account.name if account else wish.name)
    if account is None:
        name = checked_name(wish.name)
        await registry_of(request).storage.read(lambda session: stored.must_be_free(session, name))
        account = Account(new_account_id(), name)
    keys = await registry_of(request).storage.read(lambda session: stored.passkeys_of(session, account.id))
    options = generate_registration_options(
        rp_id=party_of(request),
        rp_name="Ludoteca",
        user_id=account.id.encode(),
        user_name=account.name,
        authenticator_selection=RESIDENT,
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key["id"])) for key in keys],
    )
    await keep_challenge(request, options.challenge, account.id)
    return Response(options_to_json(options), media_type="application/json")


@passkeys.post("/api/v1/passkeys/made")
async def add_passkey(request: Request, made: Signed) -> Response:
    """A new passkey: of the account that is signed in, or of a new one."""
    own = visitor_of(request).account
    challenge, account_id = await take_challenge(request, made.credential)
    try:
        found = verify_registration_response(
            credential=made.credential,
            expected_challenge=challenge,
            expected_rp_id=party_of(request),
            expected_origin=origin_of(request),
            require_user_verification=True,
        )
    except UNREADABLE as error:
        raise WrongSecret(t(NO_PASSKEY)) from error
    if own is not None and own.id != account_id:
        raise WrongSecret(t(NO_PASSKEY))
    name = own.name if own else checked_name(made.name)
    key = checked_id(bytes_to_base64url(found.credential_id))
    public_key = bytes_to_base64url(found.credential_public_key)
    label = device_of(request.headers.get("user-agent", ""))

    def work(session: Session) -> Account:
        account = own or stored.add_account(session, name, None, account=account_id)
        stored.add_passkey(session, account.id, key, public_key, found.sign_count, label)
        return account

    account = await write(request, work)
    if own is not None:
        return JSONResponse({"next": "/account#passkeys"})
    return await signed_in(request, JSONResponse({"next": next_page({"back": made.back})}), account, "passkey")


@passkeys.post("/api/v1/passkeys/asked")
async def ask_passkey(request: Request) -> Response:
    """What a browser needs to sign in with a passkey; whose it is, the passkey says."""
    spend_try(request, visitor_of(request).key)
    options = generate_authentication_options(
        rp_id=party_of(request), user_verification=UserVerificationRequirement.REQUIRED
    )
    await keep_challenge(request, options.challenge, None)
    return Response(options_to_json(options), media_type="application/json")


@passkeys.post("/api/v1/passkeys/used")
async def use_passkey(request: Request, used: Signed) -> Response:
    """Sign in with a passkey."""
    challenge, _ = await take_challenge(request, used.credential)
    name = checked_id(used.credential.get("id"))
    key = await registry_of(request).storage.read(lambda session: stored.find_passkey(session, name))
    if key is None:
        raise WrongSecret(t(NO_PASSKEY))
    try:
        found = verify_authentication_response(
            credential=used.credential,
            expected_challenge=challenge,
            expected_rp_id=party_of(request),
            expected_origin=origin_of(request),
            credential_public_key=base64url_to_bytes(key.public_key),
            credential_current_sign_count=key.uses,
            require_user_verification=True,
        )
    except UNREADABLE as error:
        raise WrongSecret(t(NO_PASSKEY)) from error
    account = await write(request, lambda session: stored.note_use(session, name, found.new_sign_count))
    response = JSONResponse({"next": next_page({"back": used.back})})
    return await signed_in(request, response, account, "passkey", brings_games=used.bring)


@passkeys.post("/api/v1/passkeys/removed")
async def remove_passkey(request: Request, removed: Wish) -> Response:
    """Remove a passkey of one's own; `name` is its id."""
    own, key = own_sign_in(request).account, checked_id(removed.name)
    await write(request, lambda session: stored.remove_passkey(session, own.id, key))
    return JSONResponse({"next": "/account#passkeys"})

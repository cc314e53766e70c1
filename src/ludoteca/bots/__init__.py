"""The opponents that people choose: named bots, their specs as text, and bots from other packages."""

from ludoteca.bots.bot import Bot
from ludoteca.bots.registry import BotLike, bot_names, check_plays, explain_bot, find_bot
from ludoteca.bots.specs import BadBotSpec, Limits, WrongGame

__all__ = ["BadBotSpec", "Bot", "BotLike", "Limits", "WrongGame", "bot_names", "check_plays", "explain_bot", "find_bot"]

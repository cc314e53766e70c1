"""`ludoteca train`: learn an evaluation from self-play."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.arguments import AsJson, GameName, chosen_game, must_be_writable
from ludoteca.cli.option_groups import ExecutorOptions, RunOptions, takes_groups
from ludoteca.cli.output import ProgressLine, print_json, say

if TYPE_CHECKING:
    from ludoteca.play import Variant
    from ludoteca.search.batched.network_file import NetworkFile

NOT_WITH_NETWORK = {  # what cannot be combined with --network, and why
    "is_on_top": "a network is not added to an evaluation",
    "also": "a network learns from the usual options alone",
    "teacher": "a network learns from its own games",
    "is_forced": "the best network is always written",
}
WITH_NETWORK_ONLY = ("simulations", "size", "device")


@takes_groups
def train(
    context: typer.Context,
    game: GameName,
    positions: Annotated[
        int, typer.Option("--positions", "-n", min=1000, max=1_000_000_000, help="Positions to learn from.")
    ] = 1_000_000,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=50, help="Rounds of learning, each from better-played games.")
    ] = 6,
    nodes: Annotated[int, typer.Option("--nodes", min=1, max=1_000_000, help="Nodes per move of self-play.")] = 500,
    is_on_top: Annotated[
        bool, typer.Option("--on-top", help="Learn a correction that is added to the game's own evaluation.")
    ] = False,
    is_network: Annotated[
        bool,
        typer.Option("--network", help="Learn a neural network instead, for the bot net:FILE; needs ludoteca[nn]."),
    ] = False,
    simulations: Annotated[
        int, typer.Option("--simulations", min=2, max=10_000, help="With --network: simulations per move of self-play.")
    ] = 32,
    size: Annotated[
        str, typer.Option("--size", metavar="BLOCKSxCHANNELS", help="With --network: how large it is.")
    ] = "4x32",
    device: Annotated[
        str,
        typer.Option("--device", help="With --network: where to learn: cpu, cuda, …; auto uses a GPU if possible."),
    ] = "auto",
    teacher: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            resolve_path=True,
            help="Learn what this network (an ONNX file) predicts, instead of how the games ended.",
        ),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also",
            metavar="NAME=VALUE",
            help="Also learn from games with this option, such as map=random; may be repeated.",
        ),
    ] = None,
    pairs: Annotated[
        int, typer.Option("--pairs", min=0, max=10_000, help="Openings in each test match; 0 for no matches.")
    ] = 12,
    ms: Annotated[
        int, typer.Option("--ms", min=1, max=60_000, help="Milliseconds per move in the test matches.")
    ] = 100,
    *,
    chosen: ExecutorOptions,
    kept_run: RunOptions,
    is_forced: Annotated[
        bool, typer.Option("--force", help="Save the evaluation even if the match does not show that it is stronger.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the evaluation here.  [default: next to the game, or in --run FOLDER]",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed for the games and all random choices.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Learn an evaluation for a game from self-play, and save it next to the game.

    It learns what patterns of cells are worth, from the fields that the game declares; nothing is tuned by hand. Then
    it is put to the test: with it, alpha-beta plays tree search, and the better of the two plays the search without it.
    The result says which is stronger and how certain that is; the evaluation is saved only if it is clearly stronger.
    Progress is saved throughout: after an interruption the same command continues. --run keeps everything in a folder.

    The error is measured on held-out games of the latest rounds. Play improves from round to round and becomes harder
    to predict, so the error may rise while the evaluation gets stronger; the matches decide.

    With --network it learns a residual network with a policy and a value: first from games of the usual search, then
    from games that the network plays itself with a tree search. Each round's network plays the best so far at equal
    time, and the best one plays the usual search at the end. It is written as an ONNX file, which the bot net:FILE
    plays with. --from turns such a network into an evaluation of the first kind, for levels and browsers.

    Example: ludoteca train ./hexapawn.py --positions 50000
    """
    _check_options(context)
    if is_network:
        _train_network(
            context,
            chosen_game(game, None),
            {"positions": positions, "rounds": rounds, "nodes": nodes, "simulations": simulations, "pairs": pairs}
            | {"ms": ms, "seed": seed, **_sizes(size)},
            device,
            chosen,
            kept_run,
            out,
            as_json=as_json,
        )
        return
    from ludoteca.folders import data_folder
    from ludoteca.learning.training import Plan, Training
    from ludoteca.learning.trials import ALPHABETA, try_out
    from ludoteca.search.learned_evaluation import NAME, beside

    variant = chosen_game(game, None)
    target = out or (kept_run.run / NAME if kept_run.run else Path(str(variant.game.place_of(NAME))))
    if is_on_top and not variant.game.has_evaluation:
        raise typer.BadParameter(f"{variant.title} has no evaluation of its own", param_hint="--on-top")
    others = [chosen_game(game, [setting], given_by="--also") for setting in also or ()]
    network = None if teacher is None else _teacher(teacher, [variant, *others])
    run = kept_run.folder(context, variant.game)
    must_be_writable(target, "--out")
    told = "" if teacher is None else hashlib.blake2b(teacher.read_bytes(), digest_size=8).hexdigest()
    plan = Plan(positions, rounds, nodes, seed=seed, adds_own=is_on_top, teacher=told)
    training = Training(variant, plan, kept_run.run or data_folder() / "training", others, network)
    say(f"progress is saved in {training.folder}")
    begun, kept = time.monotonic(), training.positions_kept
    reminder = f"what was learned so far is in {training.folder}, and the same command continues"
    with run, ProgressLine(reminder) as line:
        for told in training.run(chosen.executor()):
            if is_round := "bits" in told:
                run.add(training.done, {"error on held-out games, in bits per position": training.error})
                if teacher is not None:
                    run.add(training.done, {"distance from the network, in expected results": training.distance()})
            gained = training.positions_so_far - kept
            left_s = (positions - kept - gained) * (time.monotonic() - begun) / gained if gained > 0 else 0
            line.show(f"{told}{_time_left(left_s)}", is_lasting=is_round)
        learned = training.result(ALPHABETA, f"ludoteca train {shlex.join(sys.argv[2:])}")
        if pairs:
            trial = try_out(
                variant, learned, training.folder, ms=ms, pairs=pairs, seed=seed, on=chosen.here(), tell=line.show
            )
            learned = trial.learned
            if (score := trial.untrained.score) is not None:
                run.add(training.done, {"score against the search without it": score})
    is_written = is_forced or not pairs or trial.is_surely_better
    if is_written:
        target.write_bytes(learned.to_bytes())
        beside.cache_clear()  # whoever looked before found another or none
    told_of = {name: value for name, value in vars(learned).items() if name not in ("block", "cells")}
    match = trial.untrained.to_json() if pairs else None
    result = {**told_of, "file": str(target) if is_written else None, "against_untrained": match}
    findings = [
        f"{learned.positions:,} positions; error on held-out games {learned.held_out_error:.4f} bits per position",
        *([] if teacher is None else [f"expected results differ from the network's by {training.distance():.3f}"]),
        *learned.matches,
        *([trial.verdict] if pairs else []),
        f"written to {target}"
        if is_written
        else "not saved, because the match does not show that it is stronger; more positions or --pairs may help; "
        "--force saves it anyway",
    ]
    run.finish(result, findings)
    if as_json:
        print_json(result)
    else:
        typer.echo("\n".join(findings))


def _sizes(size: str) -> dict[str, int]:
    """The blocks and channels of a network."""
    found = re.fullmatch(r"([1-9]\d?)x([1-9]\d{0,2})", size, re.ASCII)
    if found is None:
        raise typer.BadParameter(f"a size looks like 4x32, not {size!r}", param_hint="--size")
    return {"blocks": int(found[1]), "channels": int(found[2])}


def _check_options(context: typer.Context) -> None:
    """Refuse options that make no sense with, or without, a network."""
    names = {str(each.name): max(each.opts, key=len) for each in context.command.params}
    if context.params["is_network"]:
        for parameter, reason in NOT_WITH_NETWORK.items():
            if context.params[parameter]:
                raise typer.BadParameter(f"cannot be combined with --network: {reason}", param_hint=names[parameter])
        return
    for parameter in WITH_NETWORK_ONLY:
        source = context.get_parameter_source(parameter)
        if source is not None and source.name == "COMMANDLINE":  # a configuration may have it
            raise typer.BadParameter("needs --network", param_hint=names[parameter])


def _teacher(file: Path, variants: list[Variant]) -> NetworkFile:
    """The network in a file, which must know the game."""
    from ludoteca.errors import LudotecaError
    from ludoteca.search.batched.network_file import NetworkFile

    network = NetworkFile(file, threads=os.cpu_count() or 1)
    try:
        for variant in variants:
            network.check_plays(variant)
    except LudotecaError as error:
        raise typer.BadParameter(str(error), param_hint="--from") from error
    return network


def _train_network(
    context: typer.Context,
    variant: Variant,
    settings: dict[str, int],
    device: str,
    chosen: ExecutorOptions,
    kept_run: RunOptions,
    out: Path | None,
    *,
    as_json: bool,
) -> None:
    """Train a network, write the best one, and let it play the usual search."""
    from ludoteca.errors import require
    from ludoteca.folders import data_folder

    require("nn", "onnx", "onnxruntime", "torch")
    from ludoteca.learning.network.training import NetworkPlan, NetworkTraining

    target = out or (kept_run.run or Path()) / f"{variant.name}.onnx"
    if target.suffix != ".onnx":
        raise typer.BadParameter("the name of a network's file ends with .onnx", param_hint="--out")
    run = kept_run.folder(context, variant.game)
    must_be_writable(target, "--out")
    folder = kept_run.run or data_folder() / "training"
    training = NetworkTraining(variant, NetworkPlan(**settings), folder, device)
    say(f"progress is saved in {training.folder}; gradient descent runs on {training.device}")
    standing = None
    reminder = f"what was learned so far is in {training.folder}, and the same command continues"
    with run, ProgressLine(reminder) as line:
        for progress in training.run(chosen.executor(), chosen.here()):
            run.add(progress.step, progress.numbers)
            line.show(progress.told, is_lasting=progress.is_lasting)
        target.write_bytes(training.best_file.read_bytes())
        if settings["pairs"]:
            for standing in training.match_search(chosen.here()):
                line.show(f"against the usual search: {standing}")
        if standing is not None and standing.score is not None:
            run.add(training.positions_so_far, {"score against the usual search": standing.score})
    findings = [
        *([f"against search:{settings['ms']}ms at equal time: {standing}"] if standing else []),
        f"the network of round {training.best + 1} is written to {target}; play it with net:{target}",
    ]
    match = standing.to_json() if standing else None
    result = {"file": str(target), "round": training.best + 1, "against_search": match}
    run.finish(result, findings)
    if as_json:
        print_json(result)
    else:
        typer.echo("\n".join(findings))


def _time_left(seconds: float) -> str:
    """Roughly how long games will still be played; the matches come after them."""
    if seconds < 1:
        return ""
    minutes = round(seconds / 60)
    return f", about {minutes} min of games left" if minutes else ", less than a minute of games left"

"""What an engine for tests does to outlive whoever started it."""

import os
import signal
import subprocess
import time


def outlive(pipe: str) -> None:
    """Heed no signal and no end of the input, nor let a child do so; hold a pipe open, and say there who it is."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    end = os.open(pipe, os.O_WRONLY)
    subprocess.Popen(["sleep", "600"], pass_fds=[end])
    os.write(end, f"{os.getpid()}\n".encode())
    while True:
        time.sleep(600)

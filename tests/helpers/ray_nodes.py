"""A Ray cluster of three small nodes on the loopback address, in a process of its own, gone when the tests end."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SETTINGS = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # keeps Ray on the loopback address
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_memory_monitor_refresh_ms": "0",  # a full machine is no reason to end a node
}


class RayNodes:
    """The nodes; one of them, in which DOOMED is set, can be killed."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")  # a short path, since sockets lie there
        (Path(self._folder) / "ray").mkdir()
        self.environment = {**environment, **SETTINGS, "RAY_TMPDIR": self._folder}
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self.environment,
        )
        self.address = self._said()

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def kill_one(self) -> None:
        """Kill a node, without a warning."""
        assert self._process.stdin is not None
        self._process.stdin.write("kill\n")
        self._process.stdin.flush()
        assert self._said() == "killed"

    def close(self) -> None:
        """End all nodes."""
        self._process.communicate(timeout=60)
        shutil.rmtree(self._folder, ignore_errors=True)


def main() -> None:
    """Start the nodes and say where they are; kill one when told to, all when nobody can tell any more."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "node_ip_address": "127.0.0.1"},
    )
    cluster.add_node(num_cpus=1, wait=False)
    doomed = cluster.add_node(num_cpus=1, wait=False, env_vars={"DOOMED": "yes"})
    cluster.wait_for_nodes()
    print(cluster.address, flush=True)
    if sys.stdin.readline():
        cluster.remove_node(doomed, allow_graceful=False)
        print("killed", flush=True)
        sys.stdin.readline()
    cluster.shutdown()


if __name__ == "__main__":
    main()

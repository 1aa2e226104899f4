#!/usr/bin/env python3
"""usage: test_cluster.py PROGRAM   builds a run with a real Slurm on this machine: a controller and two nodes

One task is killed, one requeued, and the daemon of one node stopped and started. The run must end by itself, and its packs
must be byte for byte those that one process builds. Exit code 77 says that Slurm is not installed. Everything is in a
temporary folder, and nothing listens on anything but the loopback device.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOALS = ["KPvKP", "KRPvK", "KRh7vKR"]  # in the last one, levels are long enough to be disturbed
LONGEST = 600  # seconds until the test gives up
NEEDED = ["slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo"]

CONFIGURATION = """
ClusterName=philidor
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
AuthType=auth/none
AuthInfo=cred_expire=10
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
SlurmUser={user}
SlurmdUser={user}
SchedulerParameters=sched_interval=1,sched_min_interval=0
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={port1} CPUs=1 RealMemory=4000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={port2} CPUs=1 RealMemory=4000
PartitionName=all Nodes=n1,n2 Default=YES State=UP
"""


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_for(what: str, condition, seconds: float = 60):
    """Waits until the condition gives something, and returns that."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.1)
    raise RuntimeError(f"waited {seconds} s in vain: {what}")


class Slurm:
    """A controller and two nodes, ended with the `with` block."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.daemons: dict[str, subprocess.Popen] = {}
        port, port1, port2 = free_ports(3)
        (folder / "state").mkdir()
        user = subprocess.check_output(["id", "-un"], text=True).strip()
        self.config = folder / "slurm.conf"
        self.config.write_text(
            CONFIGURATION.format(
                host=socket.gethostname(), user=user, folder=folder, port=port, port1=port1, port2=port2
            )
        )
        self.environment = os.environ | {"SLURM_CONF": str(self.config)}

    def __enter__(self):
        self.start("slurmctld", ["slurmctld", "-D", "-i", "-f", str(self.config)])
        for node in ["n1", "n2"]:
            self.start_node(node)
        wait_for("both nodes are idle", lambda: self.ask("sinfo", "-h", "-o", "%D %t") == "2 idle")
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons.values()):
            daemon.terminate()
        for daemon in self.daemons.values():
            daemon.wait()

    def start(self, name: str, command: list[str]):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.daemons[name] = subprocess.Popen(command, env=self.environment, **quiet)

    def start_node(self, node: str):
        (self.folder / f"spool.{node}").mkdir(exist_ok=True)
        self.start(node, ["slurmd", "-D", "-N", node, "-f", str(self.config)])

    def stop_node(self, node: str):
        self.daemons[node].terminate()
        self.daemons[node].wait()

    def ask(self, *command: str) -> str:
        done = subprocess.run(command, env=self.environment, text=True, capture_output=True)
        return done.stdout.strip()

    def running(self) -> list[str]:
        """The tasks that run now."""
        return self.ask("squeue", "-h", "-r", "-t", "R", "-o", "%A").split()

    def waiting_or_running(self) -> list[str]:
        return self.ask("squeue", "-h", "-r", "-o", "%i %T %R").splitlines()


def builders(folder: Path) -> list[int]:
    """The processes that build parts of this run."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"build" in words[1:2] and str(folder).encode() in words:
            found.append(int(process.name))
    return found


def call(*command: str, **options):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)


def packs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.pack"))}


def disturb(slurm: Slurm, folder: Path) -> list[str]:
    """Does three bad things to a run while it builds its largest tables, and says what."""
    done = []
    wait_for("the large tables have begun", lambda: list((folder / "log").glob("level-03.*.jsonl")))
    victim = wait_for("a part is being built", lambda: builders(folder))[0]
    os.kill(victim, signal.SIGKILL)
    done.append(f"killed process {victim}")
    slurm.stop_node("n2")
    task = wait_for("a task runs", slurm.running)[-1]
    slurm.ask("scontrol", "requeue", task)
    slurm.start_node("n2")
    done.append(f"stopped the daemon of n2, requeued task {task}, and started the daemon")
    return done


def main() -> int:
    if missing := [name for name in NEEDED if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin") is None]:
        print(f"skipped: cluster ({', '.join(missing)} not installed; `tools/setup.sh cluster` installs Slurm)")
        return 77
    os.environ["PATH"] += ":/usr/sbin"
    program = str(Path(sys.argv[1]).resolve())
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="philidor-cluster-") as name:
        folder = Path(name)
        alone, together = folder / "alone", folder / "together"
        for run in [alone, together]:
            call(program, "plan", *GOALS, "--parts", "4", "--shortest-part", "0.5", "--out", str(run))
        call(program, "build", str(alone), "--all", "--threads", "2")
        print(f"one process has built {len(packs(alone))} packs after {time.monotonic() - begin:.0f} s", flush=True)
        with Slurm(folder) as slurm:
            submit = [program, "submit", str(together), "--slurm", "--run", "--partition=all"]
            call(*submit, env=slurm.environment)
            for text in disturb(slurm, together):
                print(text, flush=True)
            try:
                wait_for("the run ends", lambda: not slurm.waiting_or_running(), LONGEST)
            except RuntimeError:
                print("\n".join(slurm.waiting_or_running()))
                call(program, "status", str(together))
                raise
        status = json.loads(subprocess.check_output([program, "status", str(together), "--json"]))
        if any(level["done"] != sum(level.values()) for level in status["levels"]):
            print(f"the run has ended, but not all parts are done: {status}")
            return 1
        if packs(alone) != packs(together):
            print("the packs of the cluster are not those of one process")
            return 1
        attempts = sum(
            path.read_text().count('"started"') for path in (together / "log").glob("*.jsonl")
        )
        print(
            f"{len(packs(together))} packs, all the same, after {attempts} attempts and "
            f"{time.monotonic() - begin:.0f} s"
        )
        return 0


if __name__ == "__main__":
    sys.exit(main())

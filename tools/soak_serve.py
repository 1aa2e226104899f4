#!/usr/bin/env python3
"""usage: soak_serve.py PROGRAM [--requests N] [--memory SIZE] [--threads N] [--limit SIZE]

Sends mixed requests about random endings to `philidor serve` from eight addresses of the loopback network, and
prints how much memory the server used. Ends with 1 if that was more than the limit, the MemoryMax of
packaging/philidor.service (6G), or if the server did not answer to the end.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile

PATHS = ["/standard"] * 6 + ["/standard/mainline"] * 2 + ["/solve"] * 2 + ["/map", "/eval", "/key"]
UNITS = {"M": 2**20, "G": 2**30}


def random_fen(random_source):
    """Kings, up to three pieces and up to six pawns anywhere; the position may be illegal."""
    men = "Kk" + "".join(random_source.choices("QRBNqrbn", k=random_source.randint(0, 3)))
    pawns = "".join(random_source.choices("Pp", k=random_source.randint(0, 6)))
    squares = dict(zip(random_source.sample(range(8, 56), len(men) + len(pawns)), men + pawns))
    rows = ["".join(squares.get(rank * 8 + file, "1") for file in range(8)) for rank in range(8)]
    board = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"{board}_{random_source.choice('wb')}_-_-_0_1"


def ask(port, address, target):
    """The status of the answer."""
    with contextlib.closing(socket.socket()) as connection:
        connection.bind((address, 0))
        connection.settimeout(120)
        connection.connect(("127.0.0.1", port))
        connection.sendall(f"GET {target} HTTP/1.1\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return int(answer.split(None, 2)[1])


def bytes_of(size):
    return int(size[:-1]) * UNITS[size[-1]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit", default="6G")
    arguments = parser.parse_args()
    random_source = random.Random(1)
    targets = [f"{random_source.choice(PATHS)}?fen={random_fen(random_source)}" for _ in range(arguments.requests)]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([arguments.program, "serve", "--listen", "127.0.0.1:0", "--threads", str(arguments.threads),
                                   "--memory", arguments.memory, "--longest-solve", "5", "--log", "none",
                                   "--store", f"{folder}/tables.db"], stdout=subprocess.PIPE, text=True)
        try:
            port = int(server.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                statuses = collections.Counter(
                    pool.map(lambda item: ask(port, f"127.0.0.{2 + item[0] % 8}", item[1]), enumerate(targets)))
            status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
        finally:
            server.send_signal(signal.SIGTERM)
            code = server.wait(timeout=120)
    peak, last = (int(re.search(rf"{name}:\s+(\d+)", status)[1]) * 1024 for name in ("VmHWM", "VmRSS"))
    print(f"{arguments.requests} requests with --memory {arguments.memory}: {dict(sorted(statuses.items()))}, "
          f"peak {peak / 2**20:,.0f} MiB, at the end {last / 2**20:,.0f} MiB")
    sys.exit(1 if code or peak > bytes_of(arguments.limit) else 0)


if __name__ == "__main__":
    main()

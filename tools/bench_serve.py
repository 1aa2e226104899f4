#!/usr/bin/env python3
"""usage: bench_serve.py PROGRAM [--seconds N] [--connections N] [--rounds N] [--encodings]

Measures `philidor serve` with wrk on loopback: requests per second, latency and memory, for cached answers.
The access log is on. With --rounds the load is repeated and the memory printed after each round, to see
whether it grows. With --encodings clients that accept gzip or brotli are compared with those that do not.
"""
import argparse
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

FEN = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"


def memory_of(process):
    """Resident bytes."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024


def measure(address, seconds, connections, encoding="identity"):
    """The results of wrk: requests per second, the median and the 99th percentile, and answers other than 200."""
    text = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency",
                           "-H", f"Accept-Encoding: {encoding}", address], check=True,
                          capture_output=True, text=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    median, late = (re.search(rf"^ *{share}% +(\S+)", text, re.MULTILINE)[1] for share in (50, 99))
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return rate, median, late, int(bad[1]) if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--encodings", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([arguments.program, "serve", "--listen", "127.0.0.1:0", "--solve-time", "60",
                                   "--log", f"{folder}/access.log"], stdout=subprocess.PIPE, text=True)
        try:
            base = server.stdout.readline().split()[-1].rstrip("/")
            address = f"{base}/standard?fen={urllib.parse.quote(FEN)}"
            with urllib.request.urlopen(address) as response:
                size = len(response.read())
            print(f"answers of {size} bytes, {arguments.connections} connections, "
                  f"memory {memory_of(server) / 1e6:.1f} MB")
            if arguments.encodings:
                for path in (address, f"{base}/openapi.json"):
                    for encoding in ("identity", "gzip", "br"):
                        rate, median, late, bad = measure(path, arguments.seconds, arguments.connections, encoding)
                        print(f"{path.removeprefix(base)[:14]:14} {encoding:8} {rate:,.0f} requests/s, {bad} failed", flush=True)
                return
            for _ in range(arguments.rounds):
                rate, median, late, bad = measure(address, arguments.seconds, arguments.connections)
                print(f"{rate:,.0f} requests/s, median {median}, 99% within {late}, {bad} failed, "
                      f"memory {memory_of(server) / 1e6:.1f} MB", flush=True)
        finally:
            server.send_signal(signal.SIGTERM)
            code = server.wait(timeout=60)
    if code != 0:
        sys.exit(f"the server ended with {code}")


if __name__ == "__main__":
    main()

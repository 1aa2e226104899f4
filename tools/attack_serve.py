#!/usr/bin/env python3
"""usage: attack_serve.py PROGRAM [--clients N]

Attacks `philidor serve` on loopback from one address, and measures how long clients at other addresses wait:

  streams      two streams of /solve hold the server's workers; the others ask for stored positions
  busy         128 connections ask without a pause
  slow         600 connections send a byte of their request now and then
  silent       5,000 connections send nothing

Ends with 1 if an answer is wrong, or later than docs/serving.md promises.
"""
import argparse
import contextlib
import json
import pathlib
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ATTACKER = "127.0.0.2"
HARD = ["8/8/pp3k2/2p5/2P5/1P3K2/P7/8_w_-_-_0_1", "8/5k2/p2p2p1/3P4/2P3P1/5K2/P7/8_w_-_-_0_1"]
KEYS = ["Ke4vKe5", "Ke2vK"]
STORED = ["8/8/8/3Kp3/4Pk2/8/8/8_b_-_-", "8/8/8/2K1p3/4P1k1/8/8/8_w_-_-", "4k3/8/4K3/8/8/8/4P3/8_w_-_-",
          "8/8/4k3/8/4K3/8/4P3/8_b_-_-"]


def connect(port, address):
    """A connection from this address."""
    connection = socket.socket()
    connection.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
    connection.bind((address, 0))
    connection.settimeout(60)
    connection.connect(("127.0.0.1", port))
    return connection


def request(target):
    return f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def ask(port, address, target):
    """The status and the body of an answer, and the seconds it took."""
    begin = time.monotonic()
    with contextlib.closing(connect(port, address)) as connection:
        connection.sendall(request(target))
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body, time.monotonic() - begin


class Others:
    """Clients at other addresses, which ask for stored positions and know the right answers."""

    def __init__(self, port, clients):
        self.port, self.clients, self.number = port, clients, 1
        self.right = {fen: self.answer("127.0.0.1", fen)[0] for fen in STORED}

    def answer(self, address, fen):
        self.number += 1  # the number of the move, so that no answer comes from the cache
        status, body, seconds = ask(self.port, address, f"/standard?fen={fen}_0_{self.number}")
        return (json.loads(body) if status == 200 else status), seconds

    def ask_all(self):
        """The number of wrong answers, and the longest time."""
        results = [None] * self.clients

        def one(i):
            fen, begin = STORED[i % len(STORED)], time.monotonic()
            try:
                found, seconds = self.answer(f"127.0.1.{i + 1}", fen)
                results[i] = found == self.right[fen], seconds
            except OSError:
                results[i] = False, time.monotonic() - begin
        threads = [threading.Thread(target=one, args=(i,)) for i in range(self.clients)]
        for thread in threads:
            thread.start()
            time.sleep(0.05)
        for thread in threads:
            thread.join()
        return sum(not is_right for is_right, _ in results), max(seconds for _, seconds in results)


@contextlib.contextmanager
def streams(port):
    connections = [connect(port, ATTACKER) for _ in HARD]
    for connection, fen in zip(connections, HARD):
        connection.sendall(request(f"/solve?fen={fen}"))
    time.sleep(0.5)
    yield
    for connection in connections:
        connection.close()


@contextlib.contextmanager
def busy(port):
    wrk = subprocess.Popen(["wrk", "-t1", "-c128", "-d60s", f"http://127.0.0.1:{port}/standard?fen={STORED[0]}_0_1"],
                           stdout=subprocess.DEVNULL)  # from 127.0.0.1, which is one client as well
    time.sleep(0.5)
    yield
    wrk.terminate()
    wrk.wait()


@contextlib.contextmanager
def slow(port):
    connections, is_over = [connect(port, ATTACKER) for _ in range(600)], threading.Event()

    def send():
        while not is_over.wait(0.2):
            for i, connection in enumerate(connections):
                try:
                    connection.sendall(b"G")
                except OSError:
                    connection.close()
                    connections[i] = connect(port, ATTACKER)
    thread = threading.Thread(target=send)
    thread.start()
    yield
    is_over.set()
    thread.join()
    for connection in connections:
        connection.close()


@contextlib.contextmanager
def silent(port):
    connections = [connect(port, ATTACKER) for _ in range(5000)]
    yield
    for connection in connections:
        connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--clients", type=int, default=40)
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder, "tables.db")
        subprocess.run([arguments.program, "generate", *KEYS, "--store", store], check=True, capture_output=True)
        server = subprocess.Popen([arguments.program, "serve", "--listen", "127.0.0.1:0", "--threads", "2", "--store", store,
                                   "--log", "none"], stdout=subprocess.PIPE, text=True)
        try:
            port = int(server.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
            others = Others(port, arguments.clients)
            for attack, limit in [(contextlib.nullcontext, 0.1), (streams, 0.25), (busy, 0.1), (slow, 0.1), (silent, 0.1)]:
                with attack() if attack is contextlib.nullcontext else attack(port):
                    wrong, longest = others.ask_all()
                name = "no attack" if attack is contextlib.nullcontext else attack.__name__
                is_good = wrong == 0 and longest <= limit
                failures += not is_good
                print(f"{name:10} {arguments.clients} others, {wrong} wrong, the slowest after {longest * 1000:,.0f} ms"
                      f"{'' if is_good else f'   more than {limit * 1000:.0f} ms, or wrong'}", flush=True)
        finally:
            server.send_signal(signal.SIGTERM)
            code = server.wait(timeout=60)
    sys.exit(1 if failures or code else 0)


if __name__ == "__main__":
    main()

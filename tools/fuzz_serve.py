#!/usr/bin/env python3
"""usage: fuzz_serve.py PROGRAM [--requests N] [--seed N]

Sends malformed requests to `philidor serve`, eight at a time: changed, truncated, duplicated and random ones,
with odd paths, parameters, headers and bodies, from clients that wait and clients that disconnect. The server
must not crash, must answer a valid request afterwards, and must shut down cleanly, which in a build with
AddressSanitizer (`make test-asan` makes one) means without a leak.
"""
import argparse
import concurrent.futures
import json
import random
import signal
import socket
import subprocess
import sys
import urllib.request

PATHS = ["/standard", "/standard/mainline", "/solve", "/map", "/eval", "/key", "/healthz", "/metrics", "/openapi.json", "/",
         "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//", "*", "http://elsewhere/standard", "/standard/", "/\0"]
FENS = ["8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1", "8/8/8/8/8/3k4/8/K1Q5%20w%20-%20-%200%201", "8/8/3k4/2rq4/4Q3/3K4/2R5/8_w_-_-_0_1",
        "8/8/8/8", "%", "%zz", "%00", "_" * 300, "9" * 200, "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK_w_-_-_0_1", "8/8/8/8/8/3k4/8/K1Q5_w_-_-_99999999999999999999_1", "\xff\xfe"]
HEADERS = ["Host: x", "Range: bytes=0-", "Range: bytes=" + "0-1," * 500, "Range: bytes=99999999999999999999-", "Content-Length: -1",
           "Content-Length: 99999999999999999999", "Content-Length: 5", "Transfer-Encoding: chunked", "Expect: 100-continue",
           "Connection: close", "Connection: keep-alive", "Accept-Encoding: gzip, br, deflate", "Content-Type: multipart/form-data",
           "Upgrade: h2c", ": empty", "no colon", "X: " + "y" * 9000, "Cookie: " + "a=b; " * 100, " folded", "If-Range: x"]
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "", "G" * 100, "PRI"]


def make_request(rng):
    """Bytes that may or may not be a request."""
    if rng.random() < 0.05:
        return rng.randbytes(rng.randrange(2000))
    target = rng.choice(PATHS)
    if rng.random() < 0.8:
        target += "?" + rng.choice(["fen=", "fen", "FEN=", "a=b&fen=", "&&&", "fen[]="]) + rng.choice(FENS)
    lines = [f"{rng.choice(METHODS) if rng.random() < 0.4 else 'GET'} {target} {rng.choice(['HTTP/1.1'] * 8 + ['HTTP/1.0', 'HTTP/9', ''])}"]
    lines += rng.choices(HEADERS, k=rng.randrange(6))
    request = bytearray("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n")
    if rng.random() < 0.2:
        request += rng.choice([b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"fffffffffffffffff\r\n", rng.randbytes(100)])
    for _ in range(rng.choice([0, 0, 1, 3, 10])):
        place = rng.randrange(len(request))
        kind = rng.randrange(4)
        if kind == 0:
            request[place] = rng.randrange(256)
        elif kind == 1:
            del request[place:place + rng.randrange(20)]
        elif kind == 2:
            request[place:place] = rng.randbytes(rng.randrange(30))
        else:
            request += request[place:place + 100]
        request = request or bytearray(b"\n")
    return bytes(request)


def send(address, rng):
    """Sends a request as one of three kinds of client. Returns whether the server was there; its answer does not matter."""
    kind = rng.choices(["leaves", "has said all", "might say more"], [10, 85, 5])[0]
    try:
        with socket.create_connection(address, timeout=30) as connection:
            connection.sendall(make_request(rng))
            if kind == "has said all":
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
            elif kind == "might say more":
                connection.settimeout(0.2)
                connection.recv(1)
    except ConnectionRefusedError:
        return False
    except OSError:
        pass  # the server does not read all of a bad request
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    server = subprocess.Popen([arguments.program, "serve", "--listen", "127.0.0.1:0", "--log", "none", "--solve-time", "1",
                               "--longest-solve", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    base = server.stdout.readline().split()[-1].rstrip("/")
    host, port = base.removeprefix("http://").split(":")
    with concurrent.futures.ThreadPoolExecutor(8) as clients:
        sent = sum(clients.map(lambda number: send((host, int(port)), random.Random(f"{arguments.seed} {number}")),
                               range(arguments.requests)))
    alive = server.poll() is None
    if alive:
        with urllib.request.urlopen(base + "/healthz") as response:
            alive = json.load(response) == {"status": "ok"}
        server.send_signal(signal.SIGTERM)
    _, errors = server.communicate(timeout=120)
    print(f"{sent} malformed requests, seed {arguments.seed}: server {'answers' if alive else 'DOES NOT ANSWER'}, "
          f"ended with {server.returncode}")
    print(errors, end="", file=sys.stderr)
    return 0 if alive and server.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

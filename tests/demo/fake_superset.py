"""A stand-in for Superset's Python, for tests of processes and signals: it serves /health.

Like gunicorn it binds in a master, says so, and serves in a forked worker. With STUBBORN in its
folder both ignore the polite signals; with SILENT nothing is served.
"""

import json
import os
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path


class _Health(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"OK")


def main() -> None:
    if "-c" in sys.argv:
        # Asked to hash passwords: one for each.
        print(json.dumps(["hashed" for _ in json.load(sys.stdin)]))
        return
    folder = Path(sys.argv[sys.argv.index("--chdir") + 1])
    host, _, port = sys.argv[sys.argv.index("--bind") + 1].partition(":")
    if (folder / "STUBBORN").exists():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = HTTPServer((host, int(port)), _Health)
    if (folder / "SILENT").exists():
        time.sleep(120)
    print(f"Listening at: http://{host}:{port}", flush=True)
    if os.fork() == 0:
        server.serve_forever()
    server.socket.close()
    time.sleep(120)


if __name__ == "__main__":
    main()

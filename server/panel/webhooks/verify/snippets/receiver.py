# {{endpoint}}
import hashlib
import hmac
import json
import os
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PATH = "{{path}}"
SECRET = os.environ.get("TRADEPOST_WEBHOOK_SECRET") or sys.exit("TRADEPOST_WEBHOOK_SECRET is not set.")
TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 2 * 1024 * 1024


def is_authentic(headers, body):
    timestamp = headers.get("X-Service-Timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(int(time.time()) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = timestamp.encode() + b"." + body
    expected = "sha256=" + hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    # {{previous}}
    names = ("X-Service-Signature", "X-Service-Signature-Previous")
    given = [headers.get(name, "").encode() for name in names]
    return any(hmac.compare_digest(expected.encode(), signature) for signature in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_response(self.receive())
        self.end_headers()

    def receive(self):
        if self.path.split("?")[0] != PATH:
            return 404
        length = int(self.headers.get("Content-Length", 0))
        if length > MAX_BODY_BYTES:
            return 413
        # {{raw}}
        body = self.rfile.read(length)
        if not is_authentic(self.headers, body):
            return 401
        event = json.loads(body)
        # {{dedupe}}
        # {{test}}
        print(event["event_type"], event["event_id"], flush=True)
        return 204


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()

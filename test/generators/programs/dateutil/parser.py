"""What quicktype's classes use of python-dateutil, which isn't on npm. They only read RFC 3339."""

from datetime import datetime


def parse(text: str) -> datetime:
    return datetime.fromisoformat(text)

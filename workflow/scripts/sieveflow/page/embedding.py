"""Files and data inside a page that needs nothing beside itself."""

import base64
import hashlib
import io
import json
import math
import re
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup
from PIL import Image

# A vector picture above this size is thousands of points, and its bitmap says the same in less.
_LARGE = 100_000


def json_block(name, value):
    """A value as a data block that scripts of the page can read; no text in it can end the block."""
    text = json.dumps(plain(value), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    for character, escaped in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        text = text.replace(character, escaped)
    for separator in ("\u2028", "\u2029"):
        text = text.replace(separator, f"\\u{ord(separator):04x}")
    return Markup(f'<script type="application/json" id="{name}">{text}</script>')


def plain(value):
    """A value with numbers short enough for a page: four digits; nothing for those that do not exist."""
    if isinstance(value, dict):
        return {key: plain(own) for key, own in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(own) for own in value]
    if isinstance(value, float):
        return short(value)
    return value


def short(value, digits=4):
    """A number with so many digits, whole ones as integers; None where it is not finite."""
    if not math.isfinite(value):
        return None
    rounded = float(f"{value:.{digits}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def picture(stem):
    """A drawn figure as an address that holds the picture itself: the SVG, or the PNG where it has too many points."""
    drawn, png = short_svg(Path(f"{stem}.svg").read_text(encoding="utf-8")), Path(f"{stem}.png")
    if len(drawn) <= _LARGE or not png.exists():
        return "data:image/svg+xml," + quote(drawn, safe=" =:/,;()'!*+-_.~?&@[]")
    return f"data:image/png;base64,{base64.b64encode(few_colours(png)).decode()}"


def few_colours(png):
    """The bytes of a drawn bitmap with 64 colours, which is all that lines and marks have; a quarter of the size."""
    content = io.BytesIO()
    with Image.open(png) as bitmap:
        bitmap.convert("RGB").quantize(64).save(content, "PNG", optimize=True)
    return content.getvalue()


def short_svg(drawn):
    """A drawing without comments and line breaks, with places to a hundredth of a point; scales below 10 stay exact."""
    drawn = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<\?xml.*?\?>|<!DOCTYPE.*?>", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"(\d\d\.\d\d)\d+", r"\1", drawn)
    return re.sub(r"\s+", " ", drawn).replace("> <", "><").strip()


def source_hash(text):
    """What a content security policy calls a script or style sheet of the page."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

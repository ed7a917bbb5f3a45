"""Bytes from an original address: whole, of bounded size, tried again where that can help."""

import http.client
import time
import urllib.error
import urllib.request

from sieveflow.datasets.unavailable import SourceUnavailable
from sieveflow.errors import InputError

TIMEOUT_SECONDS = 30
# Waited between tries; their number is one more than that of the pauses.
PAUSES_SECONDS = (2, 8)
LARGEST_DOWNLOAD = 100_000_000
_CHUNK = 1 << 16
_PASSING = {408, 425, 429, 500, 502, 503, 504}


class _Passing(Exception):
    """A failure that another try may not meet."""


def download(url):
    """The bytes behind an http or https address.

    Raises
    ------
    SourceUnavailable
        If the server does not give them, or not whole, after some tries.
    InputError
        If they are of a kind or a size that is not accepted.
    """
    if not url.lower().startswith(("http://", "https://")):
        raise InputError(f"{url}: allowed are addresses with http or https.")
    for pause in (*PAUSES_SECONDS, None):
        try:
            return _once(url)
        except _Passing as failure:
            if pause is None:
                raise SourceUnavailable(f"{url}: {failure}") from None
            time.sleep(pause)


def _opener():
    """An opener without handlers for files and ftp, so that no redirection leads there."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.UnknownHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPRedirectHandler,
        urllib.request.HTTPErrorProcessor,
    ):
        opener.add_handler(handler())
    opener.addheaders = [("User-Agent", "sieveflow")]
    return opener


def _once(url):
    try:
        with _opener().open(url, timeout=TIMEOUT_SECONDS) as response:
            content = _read(response, url)
            promised = response.headers.get("Content-Length")
    except urllib.error.HTTPError as error:
        if error.code in _PASSING:
            raise _Passing(f"the server answers {error.code}") from None
        raise SourceUnavailable(f"{url}: the server answers {error.code}") from None
    except (OSError, http.client.HTTPException) as error:
        raise _Passing(str(getattr(error, "reason", error)) or type(error).__name__) from None
    if promised is not None and promised.strip() != str(len(content)):
        raise _Passing(f"{len(content)} of {promised} bytes arrived")
    return content


def _read(response, url):
    content = bytearray()
    while piece := response.read(_CHUNK):
        content += piece
        if len(content) > LARGEST_DOWNLOAD:
            raise InputError(f"{url}: sends more than {LARGEST_DOWNLOAD} bytes, which is the limit.")
    return bytes(content)

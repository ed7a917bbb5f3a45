"""Original addresses, asked on the loopback interface."""

import gzip
import hashlib
import io
import stat
import tarfile
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from sieveflow.datasets import archives, download
from sieveflow.datasets.expectations import check_expectations, correlations
from sieveflow.datasets.fetching import fetch
from sieveflow.datasets.sources import available
from sieveflow.errors import InputError
from sieveflow.tables import Table

GOOD = b"x1,x2,target\n1,2,3\n4,5,6\n"
CANONICAL = b"x1,x2,target\n1.0,2.0,3.0\n4.0,5.0,6.0\n"


class Server:
    """Answers each path with what was put there; counts how often it was asked."""

    def __init__(self):
        self.answers, self.asked = {}, {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked[self.path] = outer.asked.get(self.path, 0) + 1
                answer = outer.answers.get(self.path, {"status": 404})
                if isinstance(answer, list):
                    answer = answer.pop(0)
                time.sleep(answer.get("delay", 0))
                body = answer.get("body", b"")
                self.send_response(answer.get("status", 200))
                for key, value in answer.get("headers", {"Content-Length": str(len(body))}).items():
                    self.send_header(key, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.root = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(download, "PAUSES_SECONDS", (0, 0))
    running = Server()
    yield running
    running.server.shutdown()
    running.server.server_close()


def entry(server, path, **file):
    expected = hashlib.sha256(CANONICAL).hexdigest()
    source = {"kind": "url", "files": [{"url": server.root + path} | file], "reader": {}}
    return {"task": "regression", "n": 2, "features": ["x1", "x2"], "sha256": expected, "sources": [source]}


def get(server, path, **file):
    return fetch("d", entry(server, path, **file), internet=True)


def test_a_good_file(server):
    server.answers["/d.csv"] = {"body": GOOD}
    assert get(server, "/d.csv", sha256=hashlib.sha256(GOOD).hexdigest()) == CANONICAL
    server.answers["/d.csv.gz"] = {"body": gzip.compress(GOOD)}
    assert get(server, "/d.csv.gz") == CANONICAL


def test_the_open_internet_is_asked_only_when_allowed(server):
    server.answers["/d.csv"] = {"body": GOOD}
    with pytest.raises(InputError, match=r"no source has it: http.*/d\.csv: needs internet: true\."):
        fetch("d", entry(server, "/d.csv"))
    assert not server.asked
    source = entry(server, "/d.csv")["sources"][0]
    assert available(source, internet=True) and not available(source)


def test_wrong_hashes(server):
    server.answers["/d.csv"] = {"body": GOOD}
    with pytest.raises(InputError, match=r"/d\.csv: expected sha256 0{64}, found [0-9a-f]{64}\."):
        get(server, "/d.csv", sha256="0" * 64)
    server.answers["/d.csv"] = {"body": GOOD.replace(b"6", b"7")}
    with pytest.raises(InputError, match=r"data set 'd' from url: expected sha256 [0-9a-f]{64}, found [0-9a-f]{64}\."):
        get(server, "/d.csv")


def test_a_body_cut_short_is_tried_again_and_then_given_up(server):
    cut = {"body": GOOD[:-5], "headers": {"Content-Length": str(len(GOOD))}}
    server.answers["/d.csv"] = [cut, {"body": GOOD}]
    assert get(server, "/d.csv") == CANONICAL
    server.answers["/d.csv"] = cut
    with pytest.raises(InputError, match=r"no source has it: .*/d\.csv: 20 of 25 bytes arrived\."):
        get(server, "/d.csv")


def test_a_file_that_is_not_there_is_asked_for_once(server):
    with pytest.raises(InputError, match=r"no source has it: .*/d\.csv: the server answers 404\."):
        get(server, "/d.csv")
    assert server.asked["/d.csv"] == 1


def test_a_server_that_recovers(server):
    server.answers["/d.csv"] = [{"status": 500}, {"status": 503}, {"body": GOOD}]
    assert get(server, "/d.csv") == CANONICAL
    server.answers["/e.csv"] = {"status": 500}
    with pytest.raises(InputError, match="the server answers 500"):
        get(server, "/e.csv")
    assert server.asked["/e.csv"] == 3


def test_a_server_that_is_silent(server, monkeypatch):
    monkeypatch.setattr(download, "TIMEOUT_SECONDS", 0.1)
    server.answers["/d.csv"] = {"body": GOOD, "delay": 0.3}
    with pytest.raises(InputError, match=r"no source has it: .*timed out"):
        get(server, "/d.csv")
    assert server.asked["/d.csv"] == 3


def test_a_port_where_nobody_listens_leaves_the_next_source(server, monkeypatch, tmp_path):
    monkeypatch.setenv("SIEVEFLOW_MIRROR", str(tmp_path))
    (tmp_path / "d.csv").write_bytes(GOOD)
    lost = entry(server, "/d.csv")
    lost["sources"][0]["files"][0]["url"] = "http://127.0.0.1:9/d.csv"
    lost["sources"].append({"kind": "mirror", "file": "d.csv"})
    assert fetch("d", lost, internet=True) == CANONICAL


def test_other_schemes_are_refused_also_behind_a_redirection(server, tmp_path):
    with pytest.raises(InputError, match=r"file:///d\.csv: allowed are addresses with http or https"):
        download.download("file:///d.csv")
    (tmp_path / "d.csv").write_bytes(GOOD)
    for there in (f"file://{tmp_path}/d.csv", "ftp://127.0.0.1/d.csv"):
        server.answers["/moved"] = {"status": 302, "headers": {"Location": there, "Content-Length": "0"}}
        with pytest.raises(InputError, match="no source has it"):
            get(server, "/moved")


def test_a_download_without_end(server, monkeypatch):
    monkeypatch.setattr(download, "LARGEST_DOWNLOAD", 10)
    server.answers["/d.csv"] = {"body": GOOD}
    with pytest.raises(InputError, match=r"/d\.csv: sends more than 10 bytes, which is the limit\."):
        get(server, "/d.csv")


def zipped(name, content, mode=stat.S_IFREG | 0o644):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr, info.compress_type = mode << 16, zipfile.ZIP_DEFLATED
        archive.writestr(info, content)
    return packed.getvalue()


def tarred(name, content, kind=tarfile.REGTYPE):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        info = tarfile.TarInfo(name)
        info.type, info.linkname = kind, "/etc/hostname" if kind != tarfile.REGTYPE else ""
        info.size = len(content) if kind == tarfile.REGTYPE else 0
        archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


@pytest.mark.parametrize(("path", "pack"), [("/d.zip", zipped), ("/d.tar.gz", tarred), ("/d.tgz", tarred)])
def test_archives(server, path, pack):
    server.answers[path] = {"body": pack("in/d.csv", GOOD)}
    assert get(server, path, member="in/d.csv") == CANONICAL
    with pytest.raises(InputError, match=r"the archive has no file d\.csv\."):
        get(server, path, member="d.csv")
    server.answers[path] = {"body": pack("in/d.csv.gz", gzip.compress(GOOD))}
    assert get(server, path, member="in/d.csv.gz") == CANONICAL


@pytest.mark.parametrize(("path", "pack"), [("/d.zip", zipped), ("/d.tar.gz", tarred)])
@pytest.mark.parametrize("name", ["../d.csv", "in/../../d.csv", "/d.csv"])
def test_member_names_that_lead_out_of_the_archive(server, path, pack, name):
    server.answers[path] = {"body": pack(name, GOOD)}
    with pytest.raises(InputError, match=r"found the member name '.*', allowed are relative names without '\.\.'\."):
        get(server, path, member=name)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/d.zip", zipped("d.csv", "/etc/hostname", stat.S_IFLNK | 0o777)),
        ("/d.tar.gz", tarred("d.csv", b"", tarfile.SYMTYPE)),
        ("/d.tar.gz", tarred("d.csv", b"", tarfile.LNKTYPE)),
    ],
)
def test_links_inside_archives(server, path, body):
    server.answers[path] = {"body": body}
    with pytest.raises(InputError, match=r"d\.csv is a link or a folder, allowed are files\."):
        get(server, path, member="d.csv")


@pytest.mark.parametrize(
    ("path", "pack", "file"),
    [
        ("/d.csv.gz", lambda zeros: gzip.compress(zeros), {}),
        ("/d.zip", lambda zeros: zipped("d.csv", zeros), {"member": "d.csv"}),
        ("/d.tar.gz", lambda zeros: tarred("other", zeros), {"member": "d.csv"}),
    ],
)
def test_what_unpacks_without_end(server, monkeypatch, path, pack, file):
    monkeypatch.setattr(archives, "LARGEST_FILE", 2_000_000)
    body = pack(bytes(20_000_000))
    assert len(body) < 100_000
    server.answers[path] = {"body": body}
    with pytest.raises(InputError, match="unpacks to more than 2000000 bytes, which is the limit"):
        get(server, path, **file)


@pytest.mark.parametrize(("path", "file"), [("/d.zip", {"member": "d"}), ("/d.tgz", {"member": "d"}), ("/d.gz", {})])
def test_damaged_archives(server, path, file):
    server.answers[path] = {"body": b"nothing of the kind"}
    with pytest.raises(InputError, match=r"cannot be (read|unpacked)"):
        get(server, path, **file)


def unverified(server, body, **expect):
    server.answers["/d.csv"] = {"body": body}
    loose = entry(server, "/d.csv")
    loose["sources"][0] |= {"verified": False}
    loose["sources"][0]["expect"] = {"tolerance": 0.01, "target": [4.5, 2.1213], "correlations": [1, 1]} | expect
    return fetch("d", loose, internet=True)


def test_an_unverified_source_is_held_against_statistics(server):
    scaled_and_turned = b"x1,x2,target\n-10,0.5,6\n-40,0.2,3\n"
    assert unverified(server, scaled_and_turned) == b"x1,x2,target\n-10.0,0.5,6.0\n-40.0,0.2,3.0\n"
    for body, expect, sentence in [
        (GOOD, {"target": [5, 2.1213]}, r"from url: mean of the target: expected 5, found 4\.5\."),
        (GOOD, {"target": [4.5, 2]}, r"deviation of the target: expected 2, found 2\.1213"),
        (GOOD, {"correlations": [1, 0.5]}, r"correlation 2 of the features with the target: expected 0\.5, found 1\."),
        (GOOD, {"correlations": [1]}, r"expected 1 correlations, the table has 2 features\."),
        (GOOD + b"7,8,9\n", {}, r"found 3 rows, the catalogue says 2\."),
    ]:
        with pytest.raises(InputError, match=sentence):
            unverified(server, body, **expect)


def test_correlations_are_those_of_numpy():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=(30, 3)), np.full(30, 0.1)])
    table = Table(["a", "b", "c", "d"], X, X[:, 1] + rng.normal(size=30))
    expected = sorted((abs(np.corrcoef(X[:, c], table.y)[0, 1]) for c in range(3)), reverse=True)
    np.testing.assert_allclose(correlations(table), [*expected, 0.0])
    check_expectations(
        table,
        "d",
        {"tolerance": 1e-9, "target": [table.y.mean(), table.y.std(ddof=1)], "correlations": [*expected, 0.0]},
    )

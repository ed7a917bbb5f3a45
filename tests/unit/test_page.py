"""The page and the exports: what stands on them, and that names are text."""

import base64
import csv
import dataclasses
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from page_sample import EVIL, SCALE, make_evil, sample_plan, write_sample
from PIL import Image
from sieveflow.errors import InputError
from sieveflow.exports.bibliography import bibliography
from sieveflow.exports.crate import crate
from sieveflow.exports.everything import COLUMNS, everything
from sieveflow.exports.layout import layouts
from sieveflow.exports.writing import latex, markdown, tex_text
from sieveflow.page import words
from sieveflow.page.embedding import json_block, picture, plain, short_svg
from sieveflow.page.judgement import count_flips, flips, outcomes
from sieveflow.page.reading import read_answers, read_costs, read_failures, read_results
from sieveflow.page.render import render
from sieveflow.references import check_references, read_references
from sieveflow.trial import trial_of, trial_sentence
from support import ROOT

STUDIES = ["kdd10", "thesis-path", "nmmklr"]


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """Results of three studies, one of them with names that are markup, and what the jobs are told."""
    folder = tmp_path_factory.mktemp("sample")
    plan = sample_plan(STUDIES)
    write_sample(folder, plan)
    page, exports = plan.write_page(SCALE), plan.write_exports(SCALE)
    make_evil(page["studies"]["kdd10"], folder / f"results/kdd10/{SCALE}")
    found = [
        read_results(name, SCALE, own, folder / f"results/{name}/{SCALE}") for name, own in page["studies"].items()
    ]
    costs = {name: read_costs(own, folder / f"benchmarks/{name}/ranking") for name, own in page["studies"].items()}
    return found, costs, exports


@pytest.fixture(scope="module")
def page(sample):
    return render(sample[0], scale=SCALE, costs=sample[1])


class Tags(HTMLParser):
    """Counts tags and collects the text and the attributes that lead elsewhere."""

    def __init__(self):
        super().__init__()
        self.tags, self.leads, self.shown = Counter(), [], []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.leads += [value for name, value in attrs if name in ("src", "href")]
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]

    def handle_data(self, text):
        self.shown.append(text)


def parsed(page):
    parser = Tags()
    parser.feed(page)
    return parser


def test_names_that_are_markup_appear_as_text(page):
    tags = parsed(page)
    assert tags.tags["script"] == 3  # data, seconds, and the page's own
    text = "".join(tags.shown)
    # Title, citation, method, problem, audit, claim, failure and answer.
    assert text.count(EVIL) >= 8
    assert "alert(1)" not in re.sub(r"&lt;img.*?&lt;/script&gt;|\\u003cimg.*?\\u003c/script\\u003e", "", page)


def test_nothing_on_the_page_leads_elsewhere_but_to_files_beside_it(page):
    beside = {"everything.csv", "tables.tex", "tables.md", "methods.bib", "../ro-crate-metadata.json"}
    for lead in parsed(page).leads:
        assert lead.startswith(("#", "data:")) or lead in beside or lead.endswith(("timing.csv", "timing_claims.csv"))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src &#39;none&#39;; img-src data:;") and "unsafe" not in policy


def test_the_page_is_the_same_but_for_seconds(sample, page):
    other = render(sample[0], scale=SCALE, costs={})
    without = re.compile(r'<script type="application/json" id="costs">.*?</script>')
    assert other != page and without.sub("", other) == without.sub("", page)


def test_a_block_of_data_reads_back_and_cannot_be_ended_by_a_text():
    block = json_block("d", {"a": "</script><!--\u2028&", "b": [1.0, 0.123456, float("nan"), float("inf")]})
    inside = re.fullmatch(r'<script type="application/json" id="d">(.*)</script>', block)[1]
    assert "<" not in inside and "\u2028" not in inside
    assert json.loads(inside) == {"a": "</script><!--\u2028&", "b": [1, 0.1235, None, None]}
    assert plain(12345.678) == 12350


def test_a_shortened_drawing_keeps_scales_and_places():
    drawing = '<?xml version="1.0"?><!-- c --><svg>\n <g transform="scale(0.015625)">  <path d="M 123.456789 9.87654"/>'
    assert short_svg(drawing) == '<svg><g transform="scale(0.015625)"><path d="M 123.45 9.87654"/>'


def test_a_large_drawing_is_shown_as_its_bitmap_and_a_small_one_as_itself(tmp_path):
    (tmp_path / "a.svg").write_text("<svg>small</svg>")
    assert picture(tmp_path / "a") == "data:image/svg+xml,%3Csvg%3Esmall%3C/svg%3E"
    (tmp_path / "b.svg").write_text(f"<svg>{'large' * 30_000}</svg>")
    Image.new("RGB", (40, 30), "white").save(tmp_path / "b.png")
    shown = base64.b64decode(picture(tmp_path / "b").removeprefix("data:image/png;base64,"))
    with Image.open(io.BytesIO(shown)) as bitmap:
        assert bitmap.size == (40, 30) and bitmap.convert("RGB").getpixel((5, 5)) == (255, 255, 255)


ROW = {"method": "a", "metric": "mse", "p_value": "0.01", "outcome": "+", "p_corrected": "0.2", "p_wilcoxon": "0.04"}
ROW |= {"p_holm": "0.06", "chance_better": "0.97", "chance_equal": "0.02", "chance_worse": "0.01"}


def test_tests_that_say_something_else_are_flips():
    assert outcomes(ROW, 0.05) == {"p_value": "+", "p_corrected": "", "p_wilcoxon": "+", "p_holm": "", "bayes": "+"}
    assert flips(ROW, 0.05) == "13"
    equal = ROW | {"p_value": "0.5", "outcome": "", "chance_better": "0.01", "chance_equal": "0.98"}
    assert outcomes(equal, 0.05)["bayes"] == "=" and flips(equal, 0.05) == "2"
    sizes = {"p": {"n_train": 10, "n_test": 20}}
    counts = count_flips({"p": [ROW, equal, ROW | {"p_value": ""}]}, sizes, ["mse"], 0.05)
    assert counts["p_value"] == {"tested": 2, "significant": 1, "dropped": 0, "beyond": 0, "added": 0, "equal": 0}
    assert counts["p_corrected"] == {"tested": 2, "significant": 0, "dropped": 1, "beyond": 1, "added": 0, "equal": 0}
    assert counts["p_wilcoxon"]["added"] == 1 and counts["bayes"]["equal"] == 1


def test_sentences():
    cells = [{"verdict": verdict} for verdict in ("match", "within noise", "differs", "not run")]
    assert words.cells_sentence(cells) == (
        "2 of 3 printed cells that could be judged agree with ours (67 %). 1 other did not run here or cannot be "
        "compared."
    )
    assert (
        words.claims_sentence([{"verdict": "holds"}, {"verdict": "fails"}])
        == "Of 2 claims above the cells 1 hold and 1 fail."
    )
    test = {"average_ranks": [2.8, 1.2, 2.0], "p_f": 0.01, "critical_difference": 1.0, "groups": [[1, 2], [2, 0]]}
    order = {"test": test, "blocks": [0] * 9, "methods": ["a", "b", "c"], "metric": "mse", "alpha": 0.05}
    labels = {name: {"label": name.upper()} for name in "abc"}
    assert words.order_sentence(order, labels) == (
        "Over 9 data sets B has the best average rank by mean squared error, 1.20. Friedman's test tells the methods "
        "apart (p = 0.010); C cannot be told apart from it (critical difference 1.00)."
    )


def at_scale(results, scale, realizations):
    return dataclasses.replace(results, scale=scale, spec=results.spec | {"realizations": realizations})


@pytest.mark.parametrize(
    ("scale", "realizations", "sentence"),
    [
        (
            "smoke",
            2,
            "Scale smoke is a trial: 2 of 30 realizations. Its verdicts mean next to nothing; only scale full",
        ),
        ("quick", 10, "Scale quick is a trial: 10 of 30 realizations. Its verdicts are provisional; only scale full"),
    ],
)
def test_a_trial_says_so_before_any_verdict(sample, page, scale, realizations, sentence):
    found = [at_scale(sample[0][0], scale, realizations)]
    head = "".join(parsed(render(found, scale=scale, costs={}).split("<body>")[1].split("</header>")[0]).shown)
    assert head.index(sentence) < head.index("agree with ours")
    trial = trial_of(found, scale)
    assert trial in markdown({}, {}, trial).splitlines()[2] and f"% {trial}\n" in latex({}, {}, trial)
    assert "is a trial" not in page and trial_of(sample[0], SCALE) == ""


def test_a_trial_of_several_studies_gives_the_span_of_realizations():
    assert trial_sentence("smoke", [(2, 30), (2, 10)]).startswith("Scale smoke is a trial: 2 of 10 to 30 realizations.")
    assert trial_sentence("smoke", [(2, 2)]) == ""
    assert trial_sentence("quick", [(5, 10)], paper=False).endswith("only scale full answers the question.")


def test_a_study_without_a_paper_speaks_of_none(sample):
    found = [dataclasses.replace(sample[0][1], ledger=[], claims=[], spec=sample[0][1].spec | {"paper": False})]
    page = render(found, scale=SCALE, costs={})
    text = "".join(parsed(page.split("<body>")[1].split("How to read this</h2>")[0]).shown)
    assert "Which features matter" in text and 'id="ledger" hidden' in page
    assert not any(word in text.split("Every printed cell")[0].lower() for word in ("paper", "printed", "claims"))


def test_an_answer_in_words_is_read_with_its_findings(tmp_path):
    (tmp_path / "answer").mkdir()
    lines = ["# Two of 9 features are enough: **a** and b.", "", "- **How stable the set is.** 0.91: good.", "- more"]
    (tmp_path / "answer/p.md").write_text("\n".join(lines))
    found = read_answers(tmp_path, {"running": ["p", "q"]})
    assert found == {"p": {"headline": lines[0][2:], "findings": [["How stable the set is", "0.91: good."]]}}


def test_failures_are_read_from_their_table(tmp_path):
    (tmp_path / "failures").mkdir()
    (tmp_path / "failures/p.csv").write_text("method,stage,error,n_failed,realizations\ncorr,ranking,E: x,2,0 1\n")
    (row,) = read_failures(tmp_path, {"running": ["p"]})
    assert (row["problem"], row["method"], row["error"], row["n_failed"]) == ("p", "corr", "E: x", 2)


def test_failures_are_counted_with_why(sample):
    kdd10 = sample[0][0]
    assert [(row["stage"], row["n_failed"], row["error"]) for row in kdd10.failures] == [("ranking", 1, EVIL)]
    assert words.failures_sentence(kdd10.failures, kdd10.spec).startswith("1 realization")
    assert words.failures_sentence([], kdd10.spec).startswith("None of ")


def test_one_table_of_everything_has_every_cell_claim_and_comparison(sample):
    for results in sample[0]:
        rows = everything(results)
        assert all(row.keys() <= set(COLUMNS) for row in rows)
        kinds = Counter((row["kind"], row["quantity"]) for row in rows)
        assert kinds["printed cell", "verdict"] == len(results.ledger)
        assert kinds["claim", "verdict"] == len(results.claims)
        assert kinds["comparison", "mean"] == sum(len(own) for own in results.comparisons.values())
        assert kinds["order", "average_rank"] == (len(results.spec["methods"]) if results.order["test"] else 0)


def test_tables_for_papers_are_rectangular_and_their_names_are_text(sample):
    titles = {results.name: results.spec["title"] for results in sample[0]}
    tables = {results.name: layouts(results) for results in sample[0]}
    printed = ROOT / "resources/published/kdd10.csv"
    with open(printed, newline="", encoding="utf-8") as lines:
        value = next(csv.DictReader(lines))["value"]
    assert any(f"{value} / " in cell or f"{value}+ / " in cell for row in tables["kdd10"][0]["rows"] for cell in row)
    assert all(len(row) == len(table["header"]) for own in tables.values() for table in own for row in table["rows"])
    tex = latex(titles, tables)
    assert tex.count(r"\begin{longtable}") == tex.count(r"\end{longtable}") == sum(map(len, tables.values()))
    assert tex_text(r"a_b & 5 % \x{}") == r"a\_b \& 5 \% \textbackslash{}x\{\}"
    body = "\n".join(line for line in tex.splitlines() if not line.startswith("%"))
    assert re.sub(r"\\[{}]", "", body).count("{") == re.sub(r"\\[{}]", "", body).count("}")
    assert "<img" not in markdown(titles, tables).replace("\\<img", "")


def test_references_are_those_of_the_studies_and_methods_each_once(sample):
    found, _, exports = sample
    text = bibliography(found, exports["works"])
    keys = re.findall(r"^@\w+\{([^,]+),", text, flags=re.MULTILINE)
    assert len(keys) == len(set(keys)) and {"yang2010", "guyon2003", "hsu2003", "yang2014"} <= set(keys)
    assert "rakotomamonjy2007" not in keys
    own = found[0].spec["methods"]["corr"] | {"references": None, "citation": "My {own} paper"}
    found[0].spec["methods"]["mine"] = own
    try:
        assert "@misc{method-mine,\n  note = {My (own) paper}\n}" in bibliography(found, exports["works"])
    finally:
        del found[0].spec["methods"]["mine"]


def test_the_research_object_names_every_file_and_only_what_it_describes(sample):
    found, _, exports = sample
    told = crate(
        found, exports={"report/index.html": "the page"}, software=exports["software"] | {"packages": {"numpy": "1"}}
    )
    graph = {entity["@id"]: entity for entity in told["@graph"]}
    assert len(graph) == len(told["@graph"]) and told["@context"] == "https://w3id.org/ro/crate/1.1/context"
    assert graph["ro-crate-metadata.json"]["about"] == {"@id": "./"}
    root = graph["./"]
    assert {"name", "description", "datePublished", "license", "hasPart"} <= root.keys()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", root["datePublished"])

    def links(value):
        if isinstance(value, dict):
            yield from [value["@id"]] if value.keys() == {"@id"} else []
            for own in value.values():
                yield from links(own)
        elif isinstance(value, list):
            for own in value:
                yield from links(own)

    outside = {"https://w3id.org/ro/crate/1.1"}
    assert set(links(told["@graph"])) <= graph.keys() | outside
    files = [entity for entity in graph.values() if entity["@type"] == "File"]
    assert len(files) > 50 and all(not entity["@id"].startswith(("/", "..")) for entity in files)


def test_what_methods_and_studies_cite_is_in_the_list_of_references():
    plan = sample_plan()
    works = read_references(ROOT)
    for entries in (plan.settings.methods, plan.settings.tuners, plan.settings.studies):
        check_references(entries, "config", works)
        assert [name for name, own in entries.items() if not own.get("references") and own["citation"] != "none"] == []
    with pytest.raises(InputError, match=r"config/x: corr\.references: found 'knuth', allowed are the keys of"):
        check_references({"corr": {"references": ["knuth"]}}, "config/x", works)


def test_a_list_of_references_with_a_key_twice_or_without_one_is_refused(tmp_path):
    (tmp_path / "config").mkdir()
    for text, told in (("@misc{a,\n}\n@misc{a,\n}\n", "key 'a' is given twice"), ("@misc{\n}\n", "begins with a key")):
        (tmp_path / "config/references.bib").write_text(text)
        with pytest.raises(InputError, match=told):
            read_references(tmp_path)

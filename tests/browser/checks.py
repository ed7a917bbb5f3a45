"""The page opened from a file in Debian's Chromium: quiet, alone, quick, and usable without a mouse.

Needs the environment of requirements-browser.lock and Debian's chromium; see `make browser`. The page is named by the
environment variable SIEVEFLOW_PAGE; one of its studies has names that are markup. Pictures of what was seen go to the
folder SIEVEFLOW_SHOTS, where it is set.
"""

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

PAGE = Path(os.environ["SIEVEFLOW_PAGE"]).resolve()
SHOTS = os.environ.get("SIEVEFLOW_SHOTS")
EVIL = "<img src=x onerror=alert(1)>"
WIDTHS = (400, 1600)


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as driver:
        # Root cannot use the sandbox of Chromium.
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


def opened(browser, width=1600, fragment=""):
    """The page in a window of its own, which keeps what it said, asked for or popped up."""
    page = browser.new_page(viewport={"width": width, "height": 1000})
    page.said = []
    page.on("console", lambda message: page.said.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: page.said.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (page.said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on(
        "request",
        lambda request: page.said.append(request.url) if not request.url.startswith(("file:", "data:", "blob:")) else 0,
    )
    page.files = []
    page.on("request", lambda request: page.files.append(request.url) if request.url.startswith("file:") else 0)
    page.goto(f"{PAGE.as_uri()}{fragment}")
    return page


@pytest.fixture
def page(browser):
    page = opened(browser)
    yield page
    page.close()


def shot(page, name):
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def count(page):
    """How many cells the filters leave, and how many there are."""
    return [int(number.replace(",", "")) for number in re.findall(r"[\d,]+", page.inner_text("#count"))[:2]]


def column(page, name):
    """The texts of a column of the shown cells."""
    titles = page.locator("#cells thead th").all_inner_texts()
    place = [title.strip(" ▲▼") for title in titles].index(name) + 1
    return [text.strip() for text in page.locator(f"#cells tbody td:nth-child({place})").all_inner_texts()]


def open_everything(page):
    """Open every part, so that every figure is drawn."""
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    page.evaluate("document.querySelectorAll('section.study').forEach(drawStudyFigures)")
    page.wait_for_timeout(500)
    page.wait_for_function("[...document.querySelectorAll('details.problem')].every((own) => own.dataset.drawn)")


def test_the_page_is_small_and_paints_soon(browser):
    assert PAGE.stat().st_size < 5_000_000
    paints = []
    for _ in range(3):
        page = opened(browser)
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        page.close()
    print(f"page: {PAGE.stat().st_size / 1e6:.2f} MB; first paint: {min(paints):.0f} ms, at most {max(paints):.0f}")
    assert min(paints) < 1000


def test_nothing_is_said_and_nothing_is_asked_for_when_all_is_opened(page):
    open_everything(page)
    assert page.locator("svg[role=img]").count() > 100
    assert page.said == [] and page.files == [PAGE.as_uri()]


def test_each_filter_leaves_what_it_says(page):
    total = count(page)[1]
    assert count(page) == [total, total] and total > 2500
    for name, title in (("study", "study"), ("verdict", "verdict"), ("reason", "reason"), ("table", "table")):
        values = page.locator(f"#filter-{name} option").evaluate_all(
            "all => all.map((own) => own.value).filter(Boolean)"
        )
        found = 0
        for value in values:
            page.select_option(f"#filter-{name}", value)
            found += count(page)[0]
            assert set(column(page, title)) == {value}, (name, value)
        # Every cell has a study, a table and a verdict; not every one a reason.
        assert found == total or name == "reason"
        page.click("#reset")
        assert count(page) == [total, total]


def test_filters_search_and_flips_work_together(page):
    page.select_option("#filter-study", "thesis-svr")
    tables = page.locator("#filter-table option").count()
    page.select_option("#filter-table", index=1)
    both = count(page)[0]
    page.fill("#search", "sd-l-rfe")
    fewer = count(page)[0]
    assert 0 < fewer < both and tables < 30
    page.click("#reset")
    page.check("#filter-flips")
    assert 0 < count(page)[0] < count(page)[1]
    page.fill("#search", "no such words")
    assert count(page)[0] == 0


def test_columns_are_sorted_both_ways_with_empty_cells_last(page):
    page.click("#cells th[data-key=ours] button")
    rising = column(page, "ours")
    assert [float(text) for text in rising] == sorted(float(text) for text in rising)
    page.click("#cells th[data-key=ours] button")
    falling = [float(text) for text in column(page, "ours")]
    assert falling == sorted(falling, reverse=True) and falling[0] >= float(rising[-1])
    assert page.get_attribute("#cells th[data-key=ours]", "aria-sort") == "descending"


def test_pages_turn(page):
    first = column(page, "printed")
    page.click("#next")
    assert "shown 51 to 100" in page.inner_text("#count") and column(page, "printed") != first
    page.click("#previous")
    assert column(page, "printed") == first and page.is_disabled("#previous")


def test_filtering_all_cells_takes_no_visible_pause(page):
    # From the change to the next frame that is painted: what a reader waits for.
    wait = """async () => {
        const times = [];
        for (const [id, value] of [['search', 'rfe'], ['search', 'mpg 3'], ['search', ''],
            ['filter-verdict', 'differs'], ['filter-verdict', ''],
            ['filter-study', 'thesis-svr'], ['filter-study', '']]) {
            const box = document.getElementById(id);
            const start = performance.now();
            box.value = value;
            box.dispatchEvent(new Event(id === 'search' ? 'input' : 'change'));
            document.getElementById('cells').getBoundingClientRect();
            times.push(performance.now() - start);
            await new Promise(requestAnimationFrame);
        }
        return times;
    }"""
    times = sorted(page.evaluate(wait) + page.evaluate(wait))
    print(f"filtering {count(page)[1]} cells: {times[len(times) // 2]:.0f} ms, at most {times[-1]:.0f}")
    assert times[len(times) // 2] < 100


def test_a_link_with_filters_leads_to_the_cells(page):
    page.click("a[href='#ledger?study=kdd10&verdict=differs'] >> nth=0")
    page.wait_for_function("document.querySelector('#filter-verdict').value === 'differs'")
    assert page.input_value("#filter-study") == "kdd10"
    assert set(column(page, "verdict")) == {"differs"}


def test_a_cell_leads_to_the_figures_of_its_problem(page):
    link = page.locator("#cells tbody a").first
    target = link.get_attribute("href")
    link.click()
    page.wait_for_function("(id) => document.querySelector(id).dataset.drawn", arg=target)
    assert page.locator(f"{target} svg[role=img]").count() > 1


def test_values_appear_under_the_pointer(page):
    problem = page.locator("details.problem[data-study=thesis-svr]").first
    problem.locator("summary").first.click()
    problem.locator("svg[role=img] circle[data-tip]").first.hover(force=True)
    assert "ours" in page.inner_text("#tip") and page.is_visible("#tip")
    page.keyboard.press("Escape")
    assert not page.is_visible("#tip")
    shot(page, "problem")


def test_everything_can_be_done_from_the_keyboard(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#overview"
    page.focus("#search")
    page.keyboard.type("mpg")
    assert count(page)[0] < count(page)[1]
    page.focus("#filter-verdict")
    page.keyboard.press("ArrowDown")
    assert page.input_value("#filter-verdict") != ""
    page.focus("#cells th[data-key=z] button")
    page.keyboard.press("Enter")
    assert page.get_attribute("#cells th[data-key=z]", "aria-sort") == "ascending"
    page.focus("details.problem summary")
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('details.problem').open")
    page.wait_for_function("document.querySelector('details.problem').dataset.drawn")
    page.keyboard.press("Tab")
    control = page.evaluate("document.activeElement.tagName")
    assert control in ("SELECT", "BUTTON")
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring != "none"


@pytest.mark.parametrize("width", WIDTHS)
def test_readable_at_any_width(browser, width):
    page = opened(browser, width)
    open_everything(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, "the page scrolls sideways"
    small = page.evaluate(
        """() => [...document.querySelectorAll('body *')].filter((node) => [...node.childNodes].some((own) =>
            own.nodeType === 3 && own.textContent.trim()) && node.getClientRects().length
            && parseFloat(getComputedStyle(node).fontSize) * (node.ownerSVGElement ?
              node.ownerSVGElement.getBoundingClientRect().width / node.ownerSVGElement.viewBox.baseVal.width : 1)
              < 10.5)
            .map((node) => node.outerHTML.slice(0, 80))"""
    )
    assert small == []
    page.evaluate("window.scrollTo(0, 0)")
    shot(page, f"top-{width}")
    page.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_an_accessibility_checker_finds_no_serious_fault(browser, width):
    page = opened(browser, width)
    page.evaluate("document.querySelectorAll('section.study').forEach(drawStudyFigures)")
    for kind in ("problem", "audit", "method"):
        page.evaluate(
            f"document.querySelectorAll('details.{kind}').forEach((own, place) => {{ own.open = place % 9 === 0; }})"
        )
    page.evaluate("document.querySelectorAll('#overview details').forEach((own) => { own.open = true; })")
    page.wait_for_timeout(500)
    found = Axe().run(page).response["violations"]
    serious = [
        f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:160]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
    print(f"width {width}: {len(found)} faults, {len(serious)} of them serious", [fault["id"] for fault in found])
    assert serious == []
    page.close()


def test_every_colour_of_the_heat_map_leaves_its_number_readable(page):
    contrasts = page.evaluate(
        """() => [...Array(101).keys()].map((share) => {
            const parts = (text) => text.match(/[0-9]+/g).map(Number);
            const { style } = heatCell(share);
            const [one, other] = [style.backgroundColor, style.color].map((text) => luminance(parts(text)) + 0.05);
            return Math.max(one, other) / Math.min(one, other);
        })"""
    )
    assert min(contrasts) >= 4.5


def test_it_prints(page, tmp_path):
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert not page.is_visible("nav") and not page.is_visible("#search")
    pdf = page.pdf(path=tmp_path / "page.pdf", format="A4")
    pages = pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ")
    print(f"prints on {pages} pages")
    assert pages > 5 and page.said == []


def test_names_that_are_markup_are_shown_as_text(page):
    open_everything(page)
    page.fill("#search", "onerror")
    shown = list(zip(column(page, "method"), column(page, "reason"), strict=True))
    assert len(shown) == count(page)[0] > 1 and all(EVIL in f"{method} {reason}" for method, reason in shown)
    assert any(EVIL in reason for _, reason in shown)
    assert page.locator("img[src=x]").count() == 0 and page.said == []
    assert EVIL in page.inner_text("#study-kdd10")
    assert page.locator("#study-kdd10 .answer").inner_text().count(EVIL) == 3


def test_cells_that_are_left_can_be_saved(page):
    page.select_option("#filter-study", "nmmklr")
    with page.expect_download() as download:
        page.click("#download")
    lines = Path(download.value.path()).read_text().splitlines()
    assert len(lines) == count(page)[0] + 1 and lines[0].startswith("study,table,dataset")

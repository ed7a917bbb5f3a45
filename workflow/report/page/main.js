/* Start: what is seen first is in the page itself; figures come when they are reached or printed. */
function drawStudyFigures(section) {
  if (section.dataset.drawn) return;
  section.dataset.drawn = "yes";
  for (const [selector, draw] of [[".noise", drawNoise], [".order", drawOrder], [".trade", drawStudyTrade]]) {
    const box = one(selector, section);
    if (box && !draw(box, section.dataset.study)) box.closest(".optional").hidden = true;
  }
}

/* A link into a closed part opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1).split("?")[0]));
  for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
  if (target && target.tagName === "DETAILS") target.scrollIntoView();
}

listenForTips();
startExplorer();
fillCosts();
for (const details of all("details.problem")) {
  details.addEventListener("toggle", () => { if (details.open) openProblem(details); });
  if (details.open) openProblem(details);
}
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) drawStudyFigures(entry.target);
}, { rootMargin: "400px" });
all("section.study").forEach((section) => watcher.observe(section));
window.addEventListener("hashchange", openTarget);
window.addEventListener("beforeprint", () => all("section.study").forEach(drawStudyFigures));
for (const bar of all("[data-share]")) bar.style.width = `${bar.dataset.share}%`;
openTarget();

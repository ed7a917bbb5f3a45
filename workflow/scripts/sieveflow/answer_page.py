"""The answer of a study as a piece of HTML, for the top of its page."""

from html import escape

from sieveflow.answer_words import headline, sentences


def answer_section(answer, labels, target, notes=(), cost=""):
    """A section with the answer in one sentence, the findings, and a table of how often each feature was chosen.

    The arguments are those of `answer_words.as_markdown`.
    """
    told = [*sentences(answer, labels, target, notes), *([("Cost", cost)] if cost else [])]
    findings = "".join(f"<dt>{escape(title)}</dt><dd>{escape(text)}</dd>\n" for title, text in told)
    return f'<section class="answer">\n<h2>{escape(headline(answer, target))}</h2>\n<dl>\n{findings}</dl>\n</section>\n'

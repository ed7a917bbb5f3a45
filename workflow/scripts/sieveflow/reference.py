"""Every key of the configuration as a page, from the schemas that check it."""

import json

from sieveflow.config import read_json_schema

_FILES = {
    "config": "config/config.yaml",
    "study": "config/studies/<study>.yaml",
    "methods": "config/methods.yaml",
    "tuners": "config/tuners.yaml",
    "datasets": "config/datasets.yaml",
}
_OPENING = """# Every key of the configuration

Made from the schemas in `workflow/schemas` by `make reference`; a test holds it against them. `<id>` stands for an id
of your choice, `[]` for the entries of a list. Keys in bold must be given.
"""
_PARTS = {
    "hash": "64 digits of a sha256",
    "member": "a relative path",
    "column": "a name or a number",
    "positive_list": "list of positive numbers",
}
_TYPES = {
    "object": "keys",
    "string": "text",
    "boolean": "`true` or `false`",
    "integer": "whole number",
}
_LIMITS = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "up to", "exclusiveMaximum": "below"}


def reference(root):
    """The page as Markdown.

    Parameters
    ----------
    root : Path
        The repository.
    """
    return _OPENING + "".join(_file(read_json_schema(root, name), file) for name, file in _FILES.items())


def keys_without_description(root):
    """Keys of all schemas that no sentence explains: file and key."""
    found = []
    for name, file in _FILES.items():
        schema = read_json_schema(root, name)
        parts = {"": schema, **schema.get("$defs", {})}
        for part in parts.values():
            found += [f"{file}: {key}" for key, value, _ in _keys(part, "") if "description" not in value]
    return found


def _file(schema, file):
    text = f"\n## {file}\n\n{_table(schema)}"
    for name, part in schema.get("$defs", {}).items():
        if list(_keys(part, "")):
            text += f"\n### {file}: {name}\n\n{_table(part)}"
    return text


def _table(schema):
    rows = [
        f"| {f'**`{key}`**' if required else f'`{key}`'} | {_allowed(value)} | {value.get('description', '')} |\n"
        for key, value, required in _keys(schema, "")
    ]
    return "| key | allowed | what it says |\n|---|---|---|\n" + "".join(rows)


def _keys(schema, path):
    """Yield every key below a schema with its path, its own schema, and whether it must be given."""
    for key, value in schema.get("properties", {}).items():
        name = f"{path}.{key}" if path else key
        yield name, value, key in schema.get("required", [])
        yield from _keys(value, name)
    inside = {"additionalProperties": f"{path}.<id>" if path else "<id>", "items": f"{path}[]"}
    for word, name in inside.items():
        if isinstance(schema.get(word), dict):
            yield from _keys(schema[word], name)


def _allowed(schema):
    """What a value may be, in words."""
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value).strip(chr(34))}`" for value in schema["enum"])
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        return _PARTS.get(name, name)
    kind = schema.get("type", "")
    if kind == "array":
        return f"list of {_allowed(schema.get('items', {})) or 'values'}"
    text = " or ".join(_TYPES.get(name, name) for name in ([kind] if isinstance(kind, str) else kind))
    return " ".join([text, *(f"{word} {schema[name]:g}" for name, word in _LIMITS.items() if name in schema)]).strip()

"""Derives the columns of results from the JSON Schema of the report."""

from __future__ import annotations

from pyspark.sql import types

PLAIN = {
    "string": types.StringType(),
    "integer": types.LongType(),
    "number": types.DoubleType(),
    "boolean": types.BooleanType(),
}
# Values that are the same for all lines of a run; the path contains the run (run=ID).
NOT_COLUMNS = ("schemaVersion", "run")


def line_type(schema: dict) -> types.StructType:
    """Returns the type of a line of NDJSON."""
    whole = _type(schema["$defs"]["domain"], schema["$defs"])
    return types.StructType([column for column in whole if column.name not in NOT_COLUMNS])


def _type(schema: dict, definitions: dict) -> types.DataType:
    """Returns the type of a value; text with JSON for objects whose members the schema does not name."""
    if "$ref" in schema:
        return _type(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "oneOf" in schema:
        return _type(next(choice for choice in schema["oneOf"] if choice.get("type") != "null"), definitions)
    kind = schema.get("type", "string" if "enum" in schema else None)
    if isinstance(kind, list):
        kind = next(name for name in kind if name != "null")
    if schema.get("format") == "date-time":
        return types.TimestampType()
    if kind == "array":
        return types.ArrayType(_type(schema["items"], definitions))
    if kind == "object" and "properties" in schema:
        members = schema["properties"].items()
        return types.StructType([types.StructField(name, _type(member, definitions)) for name, member in members])
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return types.MapType(types.StringType(), _type(schema["additionalProperties"], definitions))
    return PLAIN.get(kind, types.StringType())

/** Piece of a text: a literal, or a column's name. */
export type TextPart = { literal: string } | { column: string };

/**
 * Splits a text at its placeholders. `{{name}}` is a column, with optional spaces; `{{{{name}}}}` is a literal `{{name}}`. Other braces are
 * literal, so texts may contain JSON and code.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const addLiteral = (literal: string) => {
    const last = parts.at(-1);
    if (last !== undefined && "literal" in last) last.literal += literal;
    else if (literal !== "") parts.push({ literal });
  };
  let from = 0;
  for (const { index, 0: found, 1: escaped, 2: name } of text.matchAll(PLACEHOLDER)) {
    addLiteral(text.slice(from, index));
    from = index + found.length;
    if (escaped === undefined) parts.push({ column: name!.trim() });
    else addLiteral(`{{${escaped}}}`);
  }
  addLiteral(text.slice(from));
  return parts;
}

const PLACEHOLDER = /\{\{\{\{([^{}]*)\}\}\}\}|\{\{([^{}]*)\}\}/g;

/** What a text is made of: literal stretches, and the names of columns. */
export type TextPart = { literal: string } | { column: string };

/**
 * Takes a text apart at its placeholders. `{{name}}` is a column, spaces around the name left aside; `{{{{name}}}}` is
 * `{{name}}` itself. Any other brace is a brace, so JSON and code can stand in a text as they are.
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

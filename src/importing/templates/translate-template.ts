import { isRecord } from "../../text/index.ts";
import { formatTemplateValue, readExpression, type TemplateExpression, valueOfExpression } from "./expression.ts";

/** A foreign text with its variables as dataset columns: `{{ user.name | upper }}` becomes a column of its own. */
export interface TranslatedText {
  /** With `{{column}}`; literal braces are doubled. */
  text: string;
  columns: ReadonlyMap<string, TemplateExpression>;
}

export type TextTranslation = ({ ok: true } & TranslatedText) | { ok: false; reason: string };

const PART =
  /\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}|\{#[\s\S]*?#\}|\{%-?\s*([\s\S]*?)-?%\}|\{\{(-?)([\s\S]*?)(-?)\}\}/g;

/** A cache, because the same few texts repeat in every test. */
const known = new Map<string, TextTranslation>();
const MOST_KNOWN = 10_000;

/** Parses a Nunjucks text. Variables, paths into them and plain filters translate; statements and everything else give a reason. */
export function translateTemplate(template: string): TextTranslation {
  const before = known.get(template);
  if (before !== undefined) return before;
  const translation = translate(template);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(template, translation);
  return translation;
}

function translate(template: string): TextTranslation {
  const columns = new Map<string, TemplateExpression>();
  let text = "";
  let from = 0;
  let isTrimmed = false;
  for (const found of template.matchAll(PART)) {
    const [whole, raw, statement, trimsBefore, written, trimsAfter] = found;
    const literal = template.slice(from, found.index);
    text += isTrimmed ? literal.trimStart() : literal;
    from = found.index + whole.length;
    isTrimmed = trimsAfter === "-";
    if (raw !== undefined) text += escapeBraces(raw);
    else if (statement !== undefined)
      return {
        ok: false,
        reason: `{% ${shortened(statement)} %} is a statement of Nunjucks; Assay fills in cells and nothing else`,
      };
    else if (written !== undefined) {
      const expression = readExpression(written);
      if (expression === null)
        return { ok: false, reason: `{{ ${shortened(written)} }} is more than a variable with plain filters` };
      if (expression.root === "env")
        return { ok: false, reason: `{{ ${shortened(written)} }} is read from the environment, which is never copied` };
      if (expression.root === "_conversation")
        return { ok: false, reason: "{{ _conversation }} holds earlier answers; trials in Assay are independent" };
      const column = columnName(expression);
      columns.set(column, expression);
      if (trimsBefore === "-") text = text.trimEnd();
      text += `{{${column}}}`;
    }
  }
  const rest = template.slice(from);
  return { ok: true, text: text + (isTrimmed ? rest.trimStart() : rest), columns };
}

/** Escapes literal braces, so that nothing is filled in between them. */
export function escapeBraces(text: string): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, "{{{{$1}}}}");
}

/** Escapes the braces in all texts of a literal value. */
export function escapeLiterals<Value>(value: Value): Value {
  if (typeof value === "string") return escapeBraces(value) as Value;
  if (Array.isArray(value)) return value.map(escapeLiterals) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escapeLiterals(item)])) as Value;
}

function columnName({ root, steps, filters }: TemplateExpression): string {
  const way = [root, ...steps].join(".");
  return [
    way,
    ...filters.map(({ name, words }) => [name, ...words.map((word) => JSON.stringify(word))].join(" ")),
  ].join(" | ");
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

/** The cells of a translated text for the given variables. */
export function cellsOf({ columns }: Pick<TranslatedText, "columns">, variables: object): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, expression] of columns) cells[name] = formatTemplateValue(valueOfExpression(expression, variables));
  return cells;
}

export function fillCells(text: string, cells: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(
    /\{\{\{\{([^{}]*)\}\}\}\}|\{\{([^{}]*)\}\}/g,
    (whole, escaped: string | undefined, name: string) =>
      escaped === undefined
        ? Object.hasOwn(cells, name)
          ? formatTemplateValue(cells[name])
          : whole
        : `{{${escaped}}}`,
  );
}

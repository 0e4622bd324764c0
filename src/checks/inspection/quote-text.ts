import { visibleJson } from "../../text/index.ts";

const MOST_SHOWN = 120;
const AROUND = 40;

/** Quotes untrusted text, shortened and with invisible characters escaped. Never splits a character. */
export function quoteText(text: string, most = MOST_SHOWN): string {
  return visibleJson(text.length > most ? `${cutEnd(text.slice(0, most))}…` : text);
}

export function quoteBeginning(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? "The answer is empty." : `It begins: ${quoteText(trimmed)}.`;
}

/** Quotes a range of a text with its surroundings. */
export function quoteRange(text: string, start: number, end: number): string {
  const from = Math.max(0, start - AROUND);
  const until = Math.min(text.length, Math.min(end, start + MOST_SHOWN) + AROUND);
  const cut = cutEnd(cutStart(text.slice(from, until)));
  return visibleJson(`${from > 0 ? "…" : ""}${cut}${until < text.length ? "…" : ""}`);
}

export function formatPattern(source: string, flags = ""): string {
  const written = quoteText(source).slice(1, -1).replaceAll("\\\\", "\\").replaceAll('\\"', '"');
  return `/${written}/${flags}`;
}

/** Quotes the first few texts of a list. */
export function quoteList(texts: readonly string[]): string {
  const some = texts.slice(0, 5).map((text) => quoteText(text, 60));
  return `${some.join(", ")}${texts.length > 5 ? ` and ${texts.length - 5} more` : ""}`;
}

export function formatValue(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
  if (typeof value === "string") return quoteText(value);
  const json = visibleJson(value);
  return json.length > MOST_SHOWN ? `${json.slice(0, MOST_SHOWN)}…` : json;
}

function cutEnd(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}

function cutStart(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, "");
}

import type { Redactor } from "../../text/index.ts";
import type { Turn } from "./turn.ts";

/** Per turn; the beginning and end of a log are the most informative. */
const LOG_CHARACTERS = 1024 * 1024;

/** The longest secret that a cut may split. */
const TORN_CHARACTERS = 4096;

/**
 * Composes an agent's output besides its reports: the part before the turns, and a section for each turn. Secrets are removed
 * before cutting, because half of one would not be recognised.
 */
export function composeLog(before: readonly string[], turns: readonly Turn[], redact: Redactor): string {
  const sections = before.map((text) => shorten(redact(text)));
  for (const [index, { call, outcome }] of turns.entries()) {
    // A report is kept in turns.json; other output is kept here, as the only clue to a failure.
    const printed = outcome.report === null ? call.stdout : "";
    const texts = [call.stderr, printed].map((text) =>
      redact(call.dropped_bytes > 0 ? text.slice(0, -TORN_CHARACTERS) : text),
    );
    const dropped = call.dropped_bytes > 0 ? `, ${call.dropped_bytes} bytes of output not kept` : "";
    const heading = `turn ${index + 1}: ${call.outcome}, exit code ${call.exit_code}${dropped}`;
    sections.push(`${heading}\n${shorten(texts.join(""))}`);
  }
  return `${sections.map((section) => section.trimEnd()).join("\n\n")}\n`;
}

function shorten(text: string): string {
  const excess = text.length - LOG_CHARACTERS;
  if (excess <= 0) return text;
  const half = LOG_CHARACTERS / 2;
  return `${text.slice(0, half)}\n[${excess} characters left out]\n${text.slice(-half)}`;
}

import type { Redactor } from "../../text/index.ts";
import type { Turn } from "./turn.ts";

/** Of one turn; the start of a log and its end say most. */
const LOG_CHARACTERS = 1024 * 1024;

/** The longest secret that a cut may go through. */
const TORN_CHARACTERS = 4096;

/**
 * What an agent said besides its reports: what came before the turns, and a section for each. Secrets are taken out before anything
 * is cut: half of one is not found.
 */
export function logOf(before: readonly string[], turns: readonly Turn[], redact: Redactor): string {
  const sections = before.map((text) => shorten(redact(text)));
  for (const [index, { call, outcome }] of turns.entries()) {
    // A report is kept in turns.json; what is none stands here, or nobody could tell what went wrong.
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

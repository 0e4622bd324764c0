import type { Redactor } from "../../text/index.ts";
import type { Turn } from "./session.ts";
import type { ValidatedConfig } from "./validate-config.ts";

/** Of one turn; the start of a log and its end say most. */
const LOG_CHARACTERS = 1024 * 1024;

/** The longest secret that a cut may go through. */
const TORN_CHARACTERS = 4096;

/** What OpenClaw said besides its reports, one section for each call. Secrets are taken out before anything is cut: half of one is not found. */
export function logOf({ asked }: ValidatedConfig, turns: Turn[], redact: Redactor): string {
  const validation = asked ? `${asked.stdout}${asked.stderr}` : "accepted before, and not asked again";
  const sections = [`openclaw config validate --json\n${redact(validation)}`];
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

import type { Turn } from "./session.ts";
import type { ValidatedConfig } from "./validate-config.ts";

/** Of one turn; the start of a log and its end say most. */
const LOG_CHARACTERS = 1024 * 1024;

/** What the containers of a trial said besides their reports, one section each. */
export function logOf(validated: ValidatedConfig, turns: Turn[]): string {
  const sections = [`openclaw config validate --json\n${validated.call.stdout}${validated.call.stderr}`];
  for (const [index, { call, outcome }] of turns.entries()) {
    // A report is kept in turns.json; what is none stands here, or nobody could tell what went wrong.
    const printed = outcome.report === null ? call.stdout : "";
    const dropped = call.dropped_bytes > 0 ? `, ${call.dropped_bytes} bytes of output not kept` : "";
    const heading = `turn ${index + 1}: ${call.outcome}, exit code ${call.exit_code}${dropped}`;
    sections.push(`${heading}\n${shorten(`${call.stderr}${printed}`)}`);
  }
  return `${sections.map((section) => section.trimEnd()).join("\n\n")}\n`;
}

function shorten(text: string): string {
  const excess = text.length - LOG_CHARACTERS;
  if (excess <= 0) return text;
  const half = LOG_CHARACTERS / 2;
  return `${text.slice(0, half)}\n[${excess} characters left out]\n${text.slice(-half)}`;
}

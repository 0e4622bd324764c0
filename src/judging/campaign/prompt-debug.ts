import { fencedMarkdown, plural } from "../../presentation/index.ts";
import { visibleJson } from "../../text/index.ts";
import type { BuiltPacket } from "./packet/build-packet.ts";

/** judge_N.prompt.debug.md: what the judges were sent, laid out for people. The very bytes lie in the files it names. */
export function renderPromptDebug(
  packet: BuiltPacket,
  system: { text: string; sha256: string },
  repetition: number,
): string {
  const cuts = packet.shortened.map(
    ({ where, entries_left_out, characters_left_out }) =>
      `- ${where}: ${entries_left_out ? `${plural(entries_left_out, "entry")}, ` : ""}${plural(characters_left_out, "character")} left out`,
  );
  return [
    "# What the judges were sent",
    "",
    "For reading. What was sent, byte for byte:",
    "",
    `- user message: raw_outputs/judge_${repetition}.prompt.user.json (SHA-256 ${packet.sha256}, ${plural(packet.text.length, "character")})`,
    `- system message: raw_outputs/judge_${repetition}.prompt.system.md (SHA-256 ${system.sha256})`,
    "",
    "## Shortened",
    "",
    ...(cuts.length > 0 ? cuts : ["Nothing."]),
    "",
    "## User message",
    "",
    fencedMarkdown(visibleJson(JSON.parse(packet.text), 2), "json"),
    "",
    "## System message",
    "",
    fencedMarkdown(system.text, "markdown"),
    "",
  ].join("\n");
}

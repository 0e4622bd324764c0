import { visibleJson } from "../../../text/index.ts";
import { fencedMarkdown, plural } from "../../../text/presentation/index.ts";
import type { Packet } from "../packet/packet.ts";

/** The prompt sent to the judges of one trial. */
export interface SentPrompt {
  packet: Packet;
  user_sha256: string;
  user_characters: number;
  system_sha256: string;
}

/** judge_N.prompt.debug.md: the judges' prompt, formatted for people. The bytes themselves are in the files it names. */
export function renderPromptDebug(
  { packet, user_sha256, user_characters, system_sha256 }: SentPrompt,
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
    `- user message: raw_outputs/judge_${repetition}.prompt.user.json (SHA-256 ${user_sha256}, ${plural(user_characters, "character")})`,
    `- system message: \`judge_system_prompt\` in ../../manifest.json, the same for all trials (SHA-256 ${system_sha256})`,
    "",
    "## Shortened",
    "",
    ...(cuts.length > 0 ? cuts : ["Nothing."]),
    "",
    "## User message",
    "",
    fencedMarkdown(visibleJson(packet, 2), "json"),
    "",
  ].join("\n");
}

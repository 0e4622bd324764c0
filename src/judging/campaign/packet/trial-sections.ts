import { formatCount, nounFor } from "../../../text/presentation/index.ts";
import type { ShownSection } from "../../protocol.ts";
import type { Packet, PacketArtifact, PacketEvent } from "./packet.ts";

/** Splits a trial's packet: task and expectations, then the subject's work, then observations. */
export function sectionsOfTrial(packet: Packet): ShownSection[] {
  const { evaluation_target: target, subject_response: response, execution_evidence: evidence, shortened } = packet;
  const { hard, soft } = target.expectations;
  return withText([
    { title: "Task", text: target.task_messages.map(messageText).join("\n\n") },
    {
      title: "Files given",
      text: (target.given_files ?? []).map(({ path, bytes }) => `${path} (${size(bytes)})`).join("\n"),
    },
    { title: "About files", text: [target.given_files_note, target.media_note].filter(Boolean).join("\n") },
    { title: "Must", text: hard.map(weighted).join("\n") },
    { title: "Should", text: soft.map(weighted).join("\n") },
    { title: "Rubric", text: target.rubric === undefined ? "" : JSON.stringify(target.rubric, null, 2) },
    { title: "Anchors", text: (target.anchors ?? []).map(({ label, text }) => `${label}: ${text}`).join("\n") },
    { title: "On the way", text: response.assistant_messages.join("\n\n") },
    { title: "What happened", text: evidence.key_trace_events.map(eventText).join("\n") },
    {
      title: response.final_output_forced ? "Answer (asked for when turns ran out)" : "Answer",
      text: answerText(packet),
    },
    { title: "Files left", text: evidence.artifacts.map(artifactText).join("\n\n") },
    { title: "Checks", text: evidence.check_results.map(checkText).join("\n") },
    {
      title: "Failures",
      text: evidence.material_failures.map(({ stage, message }) => `${stage}: ${message}`).join("\n"),
    },
    {
      title: "Shortened for the judge",
      text: shortened
        .map(
          ({ where, characters_left_out }) =>
            `${where}: ${formatCount(characters_left_out)} ${nounFor(characters_left_out, "character")}`,
        )
        .join("\n"),
    },
  ]);
}

function withText(sections: ShownSection[]): ShownSection[] {
  return sections.filter(({ text }) => text !== "");
}

function answerText({ subject_response: { final_output, status } }: Packet): string {
  return final_output ?? `No answer; the run ended with ${status}.`;
}

function messageText({ role, name, content }: Packet["evaluation_target"]["task_messages"][number]): string {
  return `${name === undefined ? role : `${role} (${name})`}: ${content}`;
}

function weighted({ text, weight }: { text: string; weight: number }): string {
  return weight === 1 ? `- ${text}` : `- ${text} (weight ${weight})`;
}

function eventText(event: PacketEvent): string {
  switch (event.kind) {
    case "message":
      return `${event.event}. ${event.role}: see ${event.see}`;
    case "tool_call":
      return `${event.event}. calls ${event.tool_name}: ${event.arguments}`;
    case "tool_result":
      return `${event.event}. ${event.tool_name} ${event.status === "error" ? "failed" : "gives"}: ${event.content ?? `see ${event.see}`}`;
    case "account_differs":
      return `${event.event}. ${event.message}`;
    case "left_out":
      return `… ${event.events} left out`;
  }
}

function artifactText({ basename, path, bytes, excerpt, see, note }: PacketArtifact): string {
  const content = excerpt ?? (see === undefined ? (note ?? "") : `see ${see}`);
  return `${path ?? basename} (${size(bytes)})\n${content}`;
}

function checkText({
  check_id,
  outcome,
  required,
  message,
}: Packet["execution_evidence"]["check_results"][number]): string {
  return `${outcome}  ${check_id}${required ? " (required)" : ""}${message === undefined ? "" : `: ${message}`}`;
}

function size(bytes: number): string {
  return `${formatCount(bytes)} bytes`;
}

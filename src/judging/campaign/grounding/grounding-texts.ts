import type { EvidencePlace } from "../../../records/index.ts";
import { isRecord } from "../../../text/index.ts";
import type { Packet, PacketEvent } from "../packet/packet.ts";

/** A text of the packet that a judge may quote, with its place. */
export interface PlacedText {
  text: string;
  place: EvidencePlace;
  /** Dotted, as in `subject_response.final_output`. */
  path: string;
}

/** Texts about the subject: its words, actions and files, and observations. The most significant come first. */
export function textsAboutSubject({ subject_response: response, execution_evidence: evidence, shortened }: Packet) {
  const texts: PlacedText[] = [];
  const { final_output, assistant_messages, ...figures } = response;
  collect(final_output, "answer", "subject_response.final_output", texts);
  collect(assistant_messages, "answer", "subject_response.assistant_messages", texts);
  const { key_trace_events, artifacts, material_failures, ...checks } = evidence;
  for (const [index, event] of (key_trace_events ?? []).entries())
    collect(event, placeOfEvent(event), `execution_evidence.key_trace_events[${index}]`, texts);
  collect(artifacts, "file", "execution_evidence.artifacts", texts);
  collect(checks, "check", "execution_evidence", texts);
  collect(material_failures, "run", "execution_evidence.material_failures", texts);
  collect(figures, "run", "subject_response", texts);
  collect(shortened, "run", "shortened", texts);
  for (const field of FIELDS) texts.push({ text: field, place: "run", path: field });
  return texts;
}

/** Texts of the subject's input, and of what is expected of it. */
export function textsOfTask({ evaluation_target: target }: Packet): PlacedText[] {
  if (!isRecord(target)) return [];
  const texts: PlacedText[] = [];
  const { task_messages, given_files, ...expected } = target;
  collect(task_messages, "task", "evaluation_target.task_messages", texts);
  collect(given_files, "task", "evaluation_target.given_files", texts);
  collect(expected, "rubric", "evaluation_target", texts);
  return texts;
}

/** Names of the fields collected above: a judge may say that `final_output` is empty. */
const FIELDS = [
  "subject_response",
  "final_output",
  "assistant_messages",
  "execution_evidence",
  "key_trace_events",
  "artifacts",
  "material_failures",
  "shortened",
];

function placeOfEvent({ kind }: PacketEvent): EvidencePlace {
  if (kind === "tool_call" || kind === "tool_result") return kind;
  return "run";
}

/** Collects every text, number and key: a judge may quote `failed_checks` as well as an answer. */
function collect(value: unknown, place: EvidencePlace, path: string, into: PlacedText[]): void {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    into.push({ text: String(value), place, path });
  else if (Array.isArray(value))
    for (const [index, part] of value.entries()) collect(part, place, `${path}[${index}]`, into);
  else if (isRecord(value))
    for (const key of Object.keys(value)) {
      const inside = `${path}.${key}`;
      into.push({ text: key, place, path: inside });
      collect(value[key], place, inside, into);
    }
}

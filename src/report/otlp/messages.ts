import type { RecordedMessage, RunArtifact } from "../../records/index.ts";
import { wellFormed } from "../../text/index.ts";

/** Encodes messages as in the conventions: JSON, each with a role and parts. */
export function inputMessages({ request }: RunArtifact): string {
  return JSON.stringify([...request.messages, ...request.turns].filter(({ role }) => role !== "system").map(written));
}

export function outputMessages({ final_output, provider }: RunArtifact): string | null {
  if (final_output === null) return null;
  const finish_reason = provider.at(-1)?.finish_reason ?? "unknown";
  return JSON.stringify([{ role: "assistant", parts: [textPart(final_output)], finish_reason }]);
}

export function systemInstructions({ request }: RunArtifact): string | null {
  const system = request.messages.filter(({ role }) => role === "system");
  return system.length === 0 ? null : JSON.stringify(system.map(({ content }) => textPart(content)));
}

function written({ role, content }: RecordedMessage) {
  return { role, parts: [textPart(content)] };
}

function textPart(content: string) {
  return { type: "text", content: wellFormed(content) };
}

import type { LoadedCase } from "../../config/index.ts";
import type { Packet } from "../../judging/index.ts";
import { type EvaluationRecord, partsOfSubject } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { canonicalHash, createRedactor, redactJson } from "../../text/index.ts";

/** Inputs that belong to the case. Model, settings and endpoint may differ, as they are compared. */
const PARTS_OF_CASE = ["messages", "turns", "attachments", "tools", "invocations", "user"];

/** Extracts a run's task from its identity. Null under a variant, whose messages and tools are part of the comparison. */
export function taskOf(fingerprint: object, subjectId: string): string | null {
  if (partsOfSubject(subjectId).variant_id !== null) return null;
  const parts = Object.entries(fingerprint).filter(([name]) => PARTS_OF_CASE.includes(name));
  return canonicalHash(Object.fromEntries(parts));
}

/** Describes the current criteria for scoring answers to a case. */
export function yardstickOf({ case: { expectations, rubric } }: LoadedCase): string {
  const weighted = (list: { text: string; weight: number }[] = []) =>
    list.map(({ text, weight }) => ({ text, weight }));
  return yardstick({
    hard: weighted(expectations?.hard_expectations),
    soft: weighted(expectations?.soft_expectations),
    rubric,
  });
}

/** Extracts task and criteria of a stored evaluation from its run and packet; null if they are missing. */
export function storedVersion(
  store: Store,
  { prompt, result }: EvaluationRecord,
): { task: string | null; yardstick: string | null } {
  const run = result.run_id === null ? null : store.read("run", result.run_id)?.value;
  const packet = store.text(prompt.user_sha256);
  return {
    task: run ? readWith(run.fingerprint, (fingerprint) => taskOf(fingerprint as object, result.model_id)) : null,
    yardstick: packet === null ? null : readWith(packet, (read) => yardstickOfPacket(read as Packet)),
  };
}

function yardstickOfPacket({ evaluation_target: { expectations, rubric } }: Packet): string {
  return yardstick({ ...expectations, rubric });
}

/** Redacts like a packet, for comparison. */
function yardstick({ hard, soft, rubric }: { hard: unknown; soft: unknown; rubric?: unknown }): string {
  return canonicalHash(redactJson({ hard, soft, rubric: rubric ?? null }, createRedactor([])));
}

function readWith<Value>(text: string, read: (parsed: unknown) => Value): Value | null {
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}

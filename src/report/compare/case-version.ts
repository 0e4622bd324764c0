import type { LoadedCase } from "../../config/index.ts";
import type { Packet } from "../../judging/index.ts";
import { type EvaluationRecord, partsOfSubject } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { canonicalHash, createRedactor, redactJson } from "../../text/index.ts";

/** What of a trial's inputs belongs to its case. The model, its settings and its endpoint may differ: they are what is compared. */
const PARTS_OF_CASE = ["messages", "turns", "attachments", "tools", "invocations", "user"];

/**
 * The task of a run, from the payload of its identity. Null under a variant: there the messages and tools are partly the variant's, which may differ
 * because it is what is compared.
 */
export function taskOf(fingerprint: object, subjectId: string): string | null {
  if (partsOfSubject(subjectId).variant_id !== null) return null;
  const parts = Object.entries(fingerprint).filter(([name]) => PARTS_OF_CASE.includes(name));
  return canonicalHash(Object.fromEntries(parts));
}

/** By what the answers to a case are scored today. */
export function yardstickOf({ case: { expectations, rubric } }: LoadedCase): string {
  const weighted = (list: { text: string; weight: number }[] = []) =>
    list.map(({ text, weight }) => ({ text, weight }));
  return yardstick({
    hard: weighted(expectations?.hard_expectations),
    soft: weighted(expectations?.soft_expectations),
    rubric,
  });
}

/** Task and yardstick of a stored evaluation, from the run and the packet it rests on; null for what is no longer there. */
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

/** As a packet has it: what looks like a secret is taken out there. */
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

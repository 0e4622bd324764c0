import type { LocatedReference, ShownEvidence, ShownTrial, ShownVerdict } from "../../judging/index.ts";
import { DIMENSIONS, type EvidenceReference, type FinalIteration, type FinalResult } from "../../records/index.ts";

/** Path of the answer in the packet. */
const ANSWER = "subject_response.final_output";

/** Composes all verdicts, with quotes numbered in the order of the answer. */
export function shownVerdicts(
  { judge_runs }: FinalResult,
  locate: (reference: EvidenceReference) => LocatedReference | null,
): Pick<ShownTrial, "verdicts" | "quotes"> {
  const places = openPlaces();
  for (const { references } of evidenceOf(judge_runs.flatMap(({ iterations }) => iterations)))
    for (const reference of references) {
      const at = locate(reference);
      if (at?.path === ANSWER && !at.isField) places.note(reference, at);
    }
  const { quotes, numberOf } = places.numbered();
  const verdicts = judge_runs.flatMap(({ judge_run_id, model, offline, iterations }) =>
    iterations.map(
      (iteration): ShownVerdict => ({
        judge: `${judge_run_id} (${model}${offline ? ", a program" : ""})`,
        repetition: iteration.repetition,
        status: iteration.status,
        score: iteration.score,
        dimensions: { ...iteration.dimensions },
        summary: iteration.summary,
        reason: iteration.reason,
        problem: iteration.problem,
        evidence: evidenceShown(iteration, numberOf),
      }),
    ),
  );
  return { verdicts, quotes };
}

function evidenceOf(iterations: readonly FinalIteration[]) {
  return iterations.flatMap(({ evidence }) => (evidence ? DIMENSIONS.flatMap((name) => evidence[name]) : []));
}

function evidenceShown(
  { evidence }: FinalIteration,
  numberOf: (reference: EvidenceReference) => number | null,
): ShownEvidence[] {
  if (!evidence) return [];
  return DIMENSIONS.flatMap((dimension) =>
    evidence[dimension].map(({ text, state, references }) => {
      const numbers = references.flatMap((reference) => numberOf(reference) ?? []);
      const elsewhere = references.filter((reference) => reference.found !== null && numberOf(reference) === null);
      return {
        dimension,
        text,
        state,
        quotes: [...new Set(numbers)],
        places: [...new Set(elsewhere.map(({ found }) => found!.place.replaceAll("_", " ")))],
        missing: references.filter(({ found }) => found === null).map((reference) => reference.text),
      };
    }),
  );
}

/** Numbers quotes by position, so that equal ones share a number. */
function openPlaces() {
  const known = new Map<string, { start: number; end: number }>();
  const of = new Map<EvidenceReference, string>();
  return {
    note(reference: EvidenceReference, { start, end }: LocatedReference): void {
      const key = `${start}-${end}`;
      known.set(key, { start, end });
      of.set(reference, key);
    },
    numbered() {
      const sorted = [...known].sort(([, one], [, other]) => one.start - other.start || one.end - other.end);
      const numbers = new Map(sorted.map(([key], at) => [key, at + 1]));
      return {
        quotes: sorted.map(([, place]) => place),
        numberOf: (reference: EvidenceReference) => numbers.get(of.get(reference) ?? "") ?? null,
      };
    },
  };
}

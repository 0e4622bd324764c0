import { isRecord, readJsonText } from "../text/index.ts";

/** Pair of answers in a file: people's preference, and a judge's in one or both orders. */
export interface FiledPair {
  pair_id: string;
  /** Pairs about the same question are one case. */
  case_id: string;
  /** Authors of the answers; default to `A` and `B`. */
  first: string;
  second: string;
  /** 1 for the first, 0 for the second, 0.5 for a tie; null without a label. */
  label: number | null;
  /** The judge's answers, with A and with B shown first; null if invalid or not asked. */
  decisions: [aFirst: number | null, bFirst: number | null];
  /** Probability of being drawn for labelling; null if not given. */
  probability: number | null;
}

export type ReadPairs = { ok: true; pairs: FiledPair[] } | { ok: false; problems: string[] };

/**
 * Reads pairs in JudgeBench's format, one JSON object per line: `pair_id`, `label` (`A>B`, `B>A` or `A=B`) and `judgments`, one or two with
 * a `decision` each, the second with the answers exchanged. `model_A`, `model_B`, `case_id` (or `original_id`) and `probability` are
 * optional; other fields are ignored.
 */
export function readPairFile(text: string): ReadPairs {
  const pairs: FiledPair[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = pairOf(line);
    const problem =
      typeof read === "string" ? read : seen.has(read.pair_id) ? `pair_id ${read.pair_id} appears twice` : null;
    if (problem !== null) problems.push(`line ${index + 1}: ${problem}`);
    else {
      seen.add((read as FiledPair).pair_id);
      pairs.push(read as FiledPair);
    }
  }
  if (pairs.length === 0 && problems.length === 0) problems.push("line 1: the file has no pairs");
  return problems.length > 0 ? { ok: false, problems } : { ok: true, pairs };
}

function pairOf(line: string): FiledPair | string {
  const read = readJsonText(line);
  if (!read.ok) return `the line ${read.reason} (column ${read.column})`;
  if (!isRecord(read.value)) return "expected an object";
  const { pair_id, label = null, judgments, model_A, model_B, case_id, original_id, probability = null } = read.value;
  if (typeof pair_id !== "string" && typeof pair_id !== "number") return "pair_id: expected a text or a number";
  const wanted = label === null ? null : preferenceOf(label);
  if (wanted === undefined) return `label: expected "A>B", "B>A" or "A=B", found ${JSON.stringify(label)}`;
  if (!Array.isArray(judgments) || judgments.length === 0 || judgments.length > 2)
    return "judgments: expected a list of one or two, the second with the answers exchanged";
  const decisions = judgments.map(decisionOf);
  const broken = decisions.indexOf(undefined);
  if (broken !== -1)
    return `judgments[${broken}].decision: expected "A>B", "B>A" or "A=B", found ${JSON.stringify((judgments[broken] as { decision?: unknown } | null)?.decision)}`;
  if (probability !== null && !(typeof probability === "number" && probability > 0 && probability <= 1))
    return `probability: expected a number above 0 and at most 1, found ${JSON.stringify(probability)}`;
  const [aFirst = null, bFirst = null] = decisions as (number | null)[];
  const named = [model_A, model_B].every((model) => typeof model === "string" && model !== "");
  return {
    pair_id: String(pair_id),
    case_id: String(case_id ?? original_id ?? pair_id),
    first: named ? String(model_A) : "A",
    second: named ? String(model_B) : "B",
    label: wanted,
    // The second time, B is shown as A.
    decisions: [aFirst, bFirst === null ? null : 1 - bFirst],
    probability,
  };
}

/** Null for a judge without an answer; undefined for an unreadable one. */
function decisionOf(judgment: unknown): number | null | undefined {
  if (judgment === null) return null;
  if (!isRecord(judgment)) return undefined;
  return judgment.decision === null || judgment.decision === undefined ? null : preferenceOf(judgment.decision);
}

function preferenceOf(written: unknown): number | undefined {
  if (written === "A>B") return 1;
  if (written === "B>A") return 0;
  return written === "A=B" || written === "B=A" ? 0.5 : undefined;
}

import type { Undefined } from "../../statistics/index.ts";
import { formatPercent } from "../../text/presentation/index.ts";
import type { Noise } from "./noise.ts";
import type { PurchaseOption } from "./purchase-options.ts";

/** Smaller values are rounding errors. */
const NO_SPREAD = 1e-9;

/** Explains the sources of variance, and what to buy next. */
export function noiseLines(noise: Noise | Undefined): string[] {
  if (noise.kind === "undefined") return [`Not known, because ${noise.reason}.`];
  const parts = knownParts(noise);
  if (parts.length === 0) return ["Not known, because no model has more than one score."];
  const total = parts.reduce((sum, { part }) => sum + part, 0);
  // Without any spread, nothing can make intervals narrower.
  if (total < NO_SPREAD) return ["All scores of a model are equal: no noise to explain.", ...unknownLines(noise)];
  const shares = parts.map(({ what, part }) => `${formatPercent(part / total)} ${what}`);
  return [`The spread of scores is ${shares.join(", ")}.`, ...unknownLines(noise), ...nextLines(noise)];
}

function knownParts({ components }: Noise): { what: string; part: number }[] {
  return (
    [
      ["cases that are easier or harder", components.case],
      ["runs of one case that differ", components.run],
      ["judge calls on one run that differ", components.judge],
    ] as const
  ).flatMap(([what, part]) => (typeof part === "number" ? [{ what, part }] : []));
}

function unknownLines({ components }: Noise): string[] {
  return [
    ...(typeof components.run === "number"
      ? []
      : ["Differences between runs are not known: every case was run only once."]),
    ...(typeof components.judge === "number"
      ? []
      : ["Differences between judge calls are not known: every run was judged only once."]),
  ];
}

function nextLines({ next, price_unit, case_by_model }: Noise): string[] {
  if (case_by_model !== null && next.every(({ width }) => typeof width !== "number"))
    return [
      "The models differ by the same amount in every case, so there is no interval that more of anything could narrow.",
    ];
  const known = next.filter((option): option is PurchaseOption & { width: number } => typeof option.width === "number");
  const [best] = known;
  if (best === undefined || best.width > 0.995) return [];
  const intervals = case_by_model === null ? "intervals" : "intervals of differences";
  const effects = known.map(({ what, now, after, width }) => {
    const effect = width > 0.995 ? "would hardly help" : `would make ${intervals} ${formatPercent(1 - width)} narrower`;
    return `${THINGS[what]} (${amount(now)} → ${amount(after)}) ${effect}`;
  });
  const money = price_unit === "usd" ? "twice the money" : "twice the calls (costs are not known)";
  return [`What to buy next, with ${money}: ${effects.join("; ")}.`];
}

const THINGS = { cases: "more cases", runs: "more runs per case", judge_calls: "more judge calls per run" };

function amount(count: number): string {
  return String(count >= 10 ? Math.round(count) : Math.round(count * 10) / 10);
}

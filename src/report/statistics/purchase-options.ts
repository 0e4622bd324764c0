import { tQuantile, type Undefined, undefinedBecause, type VarianceComponents } from "../../statistics/index.ts";

/** Effect of doubling the spending on one thing. */
export interface PurchaseOption {
  what: "cases" | "runs" | "judge_calls";
  /** Numbers per model, per case or per run, now and afterwards. */
  now: number;
  after: number;
  /** Width of intervals afterwards relative to now: 0.64 is 36 % narrower. */
  width: number | Undefined;
}

/** Smaller squared errors are rounding errors. */
const NO_ERROR = 1e-12;

/**
 * Compares options. A mean's squared error is (σ²_case + (σ²_run + σ²_judge/J)/R)/C. With run price r and judge price j, a campaign costs
 * C·R·(r + J·j) per model; twice that buys twice the cases, twice the runs, or J + (r + J·j)/j judge calls per run. Cheap calls of noisy
 * judges may be the best buy; otherwise cases are. An interval extends t(C − 1) errors to each side, so cases help twice: from 8 to 16, the
 * error shrinks by 29 % and the interval by 36 %. Best first; unknown effects last.
 */
export function purchaseOptions(
  components: VarianceComponents,
  caseByModel: number | null,
  prices: { run: number; judgement: number },
): PurchaseOption[] {
  const { cases, runs_per_case: runs, judgements_per_run: judgements } = components;
  const run = typeof components.run === "number" ? components.run : 0;
  const judge = typeof components.judge === "number" ? components.judge : 0;
  const between = caseByModel ?? (typeof components.case === "number" ? components.case : 0);
  const error = (c: number, r: number, j: number) => (between + (run + judge / j) / r) / c;
  const today = error(cases, runs, judgements);
  const moreJudgements = judgements + (prices.run + judgements * prices.judgement) / prices.judgement;
  const widthAt = (squaredError: number): number | Undefined =>
    today > NO_ERROR ? Math.sqrt(squaredError / today) : undefinedBecause("the scores show no spread");
  const reach = (c: number) => tQuantile(0.975, c - 1);
  const widthOfMoreCases = widthAt(
    error(2 * cases, runs, judgements) * (reach(2 * cases) / reach(Math.max(2, cases))) ** 2,
  );
  const options: PurchaseOption[] = [
    {
      what: "cases",
      now: cases,
      after: 2 * cases,
      width: cases > 1 ? widthOfMoreCases : undefinedBecause("one case has no interval"),
    },
    {
      what: "runs",
      now: runs,
      after: 2 * runs,
      width: typeof components.run === "number" ? widthAt(error(cases, 2 * runs, judgements)) : components.run,
    },
    {
      what: "judge_calls",
      now: judgements,
      after: moreJudgements,
      width: typeof components.judge === "number" ? widthAt(error(cases, runs, moreJudgements)) : components.judge,
    },
  ];
  const rank = ({ width }: PurchaseOption) => (typeof width === "number" ? width : Number.POSITIVE_INFINITY);
  return options.sort((first, second) => (rank(first) < rank(second) ? -1 : rank(first) > rank(second) ? 1 : 0));
}

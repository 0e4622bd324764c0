import type { EvaluationProfile, GatewayConfig, JudgeConfig } from "../../config/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import { canonicalJson } from "../../text/index.ts";

/** A judge as named in a file: one judge run of a profile, one judge of a batch spec. */
export interface NamedJudge {
  judge_run_id: string;
  judge_id: string;
  model: string;
  /** Request body fields: temperature, reasoning … */
  options: Record<string, unknown>;
  gateway?: GatewayConfig;
  repetitions: number;
  /** Number of valid verdicts that count; null for all. */
  sample_size: number | null;
  attempts: number;
  timeout_seconds: number;
  retries: number;
}

export interface ResolvedJudge extends Omit<NamedJudge, "gateway"> {
  gateway: Gateway;
  /**
   * Added to the repetition in the identity of a call. A panel that names the same judge twice asks it twice; shared answers
   * would make the panel agree with itself.
   */
  repetitionOffset: number;
}

/** Resolves judges once, for every protocol: endpoints, and the division of repetitions between equal judges. */
export function resolveJudges(
  named: readonly NamedJudge[],
  forModel: (model: string, config?: GatewayConfig) => Gateway,
): ResolvedJudge[] {
  const asked = new Map<string, number>();
  return named.map(({ gateway: config, ...judge }) => {
    const gateway = forModel(judge.model, config);
    const same = canonicalJson([gateway.endpoint, judge.model, judge.options]);
    const repetitionOffset = asked.get(same) ?? 0;
    asked.set(same, repetitionOffset + judge.repetitions);
    return { ...judge, gateway, repetitionOffset };
  });
}

/** The judge runs of an evaluation profile. Extra fields of a judge and its `request_options` both reach the request. */
export function judgesOfProfile({ judges, judge_runs }: EvaluationProfile): NamedJudge[] {
  return judge_runs.map(({ judge_run_id, judge_id, repetitions, sample_size }) => {
    const judge = judges.find((declared) => declared.judge_id === judge_id);
    if (!judge) throw new Error(`judge run ${judge_run_id} names the judge ${judge_id}, which is not declared`);
    const { gateway, attempts, timeout_seconds, retries } = judge;
    const model = judge.model ?? judge_id;
    const options = optionsOf(judge);
    return {
      judge_run_id,
      judge_id,
      model,
      options,
      gateway,
      repetitions,
      sample_size,
      attempts,
      timeout_seconds,
      retries,
    };
  });
}

/** Reasons why judges cannot be asked here, each once, with a remedy. */
export function judgeProblems(
  named: readonly NamedJudge[],
  problemOf: (model: string, config?: GatewayConfig) => string | null,
): string[] {
  const problems = named.flatMap(({ judge_id, model, gateway }) => {
    const problem = problemOf(model, gateway);
    return problem === null ? [] : [`judge ${judge_id}: ${problem}`];
  });
  return [...new Set(problems)];
}

function optionsOf(judge: JudgeConfig): Record<string, unknown> {
  const { judge_id, type, model, gateway, timeout_seconds, retries, attempts, request_options, ...extras } = judge;
  return { ...extras, ...request_options };
}

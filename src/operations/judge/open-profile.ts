import { basename } from "node:path";
import { type EvaluationProfile, loadEvaluationProfile, slug } from "../../config/index.ts";
import { NothingSelectedError, OptionError } from "../../errors/index.ts";
import { rubric } from "../../judging/index.ts";
import type { Controls } from "../controls.ts";
import type { InputSource } from "../open/input-bytes.ts";
import { valueOrThrow } from "../open/require-loaded.ts";

/** Names judges by an evaluation profile, or one model with everything at its default. */
interface JudgesOptions {
  evaluationProfile?: string;
  model?: string;
  repetitions?: number;
}

/** Loads the profile that names the judges, or makes one for a single model. */
export async function openProfile(
  { evaluationProfile: reference, model, repetitions }: JudgesOptions,
  cwd: string,
  onEvent: Controls["onEvent"],
): Promise<{ profile: EvaluationProfile; systemPrompt: string | null }> {
  if ((reference === undefined) === (model === undefined))
    throw new OptionError("choose the judges with either --evaluation-profile or --model", "model");
  if (model !== undefined) return { profile: rubric.singleJudgeProfile(model, repetitions ?? 1), systemPrompt: null };
  if (repetitions !== undefined)
    throw new OptionError(
      "--repetitions only works with --model; an evaluation profile sets them in judge_runs",
      "repetitions",
    );
  const loaded = await loadEvaluationProfile({ from: cwd, reference: reference! });
  const { profile, systemPrompt } = valueOrThrow(
    loaded,
    `nothing was asked: the evaluation profile ${reference} cannot be used`,
    onEvent,
  );
  if (profile.judge_runs.length === 0)
    throw new NothingSelectedError("the evaluation profile has no judge_runs, so no judge would be asked", {
      from: profile.evaluation_profile_id,
    });
  return { profile, systemPrompt };
}

/** Checks the name of a judging; without one it is made from the name of its input. */
export function runName(name: string | undefined, input: InputSource): string {
  const stem = (path: string) =>
    basename(path)
      .replace(/\.[^.]+$/, "")
      .replace(/[^A-Za-z0-9_.-]+/g, "-");
  const chosen = name ?? (typeof input === "string" ? stem(input) : "samples");
  if (slug.safeParse(chosen).success) return chosen;
  throw new OptionError(`"${chosen}" cannot name a folder; --name takes letters, digits, _, - and .`, "name");
}

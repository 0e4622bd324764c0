import { countDiagnostics, type LoadedEvaluationProfile, loadEvaluationProfile } from "../config/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "./controls.ts";
import { type FunctionModel, functionModelName, judgeFunctionName } from "./function-gateways.ts";
import { OperationError } from "./operation-error.ts";

/** Loads an evaluation profile. A path as suite brings its workspace along. */
export async function loadEvaluation(
  options: Surroundings & { evaluationProfile: string; suite?: string; judges?: Record<string, FunctionModel> },
  { onEvent }: Controls = {},
): Promise<LoadedEvaluationProfile> {
  const { cwd } = completeSurroundings(options);
  const loaded = await loadEvaluationProfile({
    from: cwd,
    reference: options.evaluationProfile,
    suite: options.suite,
  });
  if (!loaded.ok)
    throw new OperationError(`nothing was judged: ${countDiagnostics(loaded.diagnostics)}`, loaded.diagnostics);
  if (loaded.diagnostics.length > 0) onEvent?.({ type: "diagnostics", diagnostics: loaded.diagnostics });
  return withFunctionJudges(loaded.value, options.judges ?? {});
}

function withFunctionJudges(
  loaded: LoadedEvaluationProfile,
  functions: Record<string, FunctionModel>,
): LoadedEvaluationProfile {
  const { profile } = loaded;
  const declared = profile.judges.map(({ judge_id }) => judge_id);
  const unknown = Object.keys(functions).find((judgeId) => !declared.includes(judgeId));
  if (unknown !== undefined)
    throw new OperationError(
      `judge ${unknown} is not in evaluation profile ${profile.evaluation_profile_id}; it has ${declared.join(", ")}`,
    );
  const judges = profile.judges.map((judge) =>
    Object.hasOwn(functions, judge.judge_id)
      ? { ...judge, model: functionModelName(judgeFunctionName(judge.judge_id)) }
      : judge,
  );
  return { ...loaded, profile: { ...profile, judges } };
}

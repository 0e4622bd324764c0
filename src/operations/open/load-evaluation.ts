import { countDiagnostics, type LoadedEvaluationProfile, loadEvaluationProfile } from "../../config/index.ts";
import { ConfigError } from "../../errors/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { type FunctionModel, replaceJudges } from "./functions/function-gateways.ts";

/** Loads an evaluation profile. A suite given by path determines the workspace. */
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
    throw new ConfigError(`nothing was judged: ${countDiagnostics(loaded.diagnostics)}`, loaded.diagnostics);
  if (loaded.diagnostics.length > 0) onEvent?.({ type: "diagnostics", diagnostics: loaded.diagnostics });
  const { profile } = loaded.value;
  return { ...loaded.value, profile: { ...profile, judges: replaceJudges(profile.judges, options.judges) } };
}

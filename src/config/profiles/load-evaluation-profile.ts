import { hasErrors, type Loaded } from "../diagnostics/diagnostic.ts";
import { type FoundBy, loadNamed, NAMED_KINDS } from "../file/load-named.ts";
import { readPromptFile } from "../file/read-prompt-file.ts";
import { resolveReference } from "../finding/resolve-reference.ts";
import type { EvaluationProfile } from "../schema/campaign/evaluation-profile.ts";
import { complainAbout } from "../source/source-file.ts";
import { checkEvaluationProfile } from "./evaluation-profile-rules.ts";

/** Evaluation profile with its system prompt; `null` means Assay's own prompt. */
export interface LoadedEvaluationProfile {
  profile: EvaluationProfile;
  path: string;
  systemPrompt: string | null;
}

export interface EvaluationProfileReference {
  from: string;
  reference: string;
  /** The judged suite: given by path, its workspace is where an id is looked up. */
  suite?: string;
}

/** Loads an evaluation profile by id or path, with its system prompt. */
export async function loadEvaluationProfile({
  from,
  reference,
  suite,
}: EvaluationProfileReference): Promise<Loaded<LoadedEvaluationProfile>> {
  const place = suite === undefined ? null : await resolveReference({ from, reference: suite, ...NAMED_KINDS.suite });
  const root = place?.ok ? { root: place.root } : {};
  const resolved = await resolveReference({ from, reference, ...NAMED_KINDS.evaluationProfile, ...root });
  return resolved.ok
    ? readEvaluationProfile(resolved.path, resolved.root, resolved.foundBy)
    : { ok: false, diagnostics: [resolved.diagnostic] };
}

export function readEvaluationProfile(
  path: string,
  root: string,
  foundBy: FoundBy = "path",
): Loaded<LoadedEvaluationProfile> {
  const { source, value, diagnostics } = loadNamed(path, root, NAMED_KINDS.evaluationProfile, foundBy);
  if (source === undefined) return { ok: false, diagnostics };
  const written = (source.value as { judge_system_prompt_path?: unknown } | null)?.judge_system_prompt_path;
  const prompt =
    typeof written === "string" && written !== ""
      ? readPromptFile(written, ["judge_system_prompt_path"], source, root)
      : { text: null, diagnostics: [] };
  diagnostics.push(...prompt.diagnostics);
  if (value === undefined) return { ok: false, diagnostics };
  diagnostics.push(...checkEvaluationProfile(value).map((complaint) => complainAbout(source, complaint)));
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const systemPrompt = value.judge_system_prompt ?? prompt.text;
  return { ok: true, value: { profile: value, path, systemPrompt }, diagnostics };
}

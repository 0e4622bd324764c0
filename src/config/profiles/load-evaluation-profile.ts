import { basename } from "node:path";
import { type Diagnostic, hasErrors, type Loaded } from "../diagnostics/diagnostic.ts";
import { loadNamed, NAMED_KINDS } from "../file/load-named.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { resolveReference } from "../finding/resolve-reference.ts";
import type { EvaluationProfile } from "../schema/index.ts";
import { readText } from "../source/read-text.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { evaluationProfileRules } from "./evaluation-profile-rules.ts";

/** An evaluation profile with its system prompt read; `null` means Assay's own prompt. */
export interface LoadedEvaluationProfile {
  profile: EvaluationProfile;
  path: string;
  systemPrompt: string | null;
}

export interface EvaluationProfileReference {
  from: string;
  reference: string;
  /** The suite that is judged: named by its path, it brings its workspace along, and an id is looked up there. */
  suite?: string;
}

/** Finds an evaluation profile by id or path and reads it with its system prompt. */
export async function loadEvaluationProfile({
  from,
  reference,
  suite,
}: EvaluationProfileReference): Promise<Loaded<LoadedEvaluationProfile>> {
  const place = suite === undefined ? null : await resolveReference({ from, reference: suite, ...NAMED_KINDS.suite });
  const root = place?.ok ? { root: place.root } : {};
  const resolved = await resolveReference({ from, reference, ...NAMED_KINDS.evaluationProfile, ...root });
  return resolved.ok
    ? readEvaluationProfile(resolved.path, resolved.root)
    : { ok: false, diagnostics: [resolved.diagnostic] };
}

export function readEvaluationProfile(path: string, root: string): Loaded<LoadedEvaluationProfile> {
  const { source, value, diagnostics } = loadNamed(path, root, NAMED_KINDS.evaluationProfile);
  if (source === undefined) return { ok: false, diagnostics };
  const written = (source.value as { judge_system_prompt_path?: unknown } | null)?.judge_system_prompt_path;
  const prompt =
    typeof written === "string" && written !== "" ? readPrompt(written, source, root) : { text: null, diagnostics: [] };
  diagnostics.push(...prompt.diagnostics);
  if (value === undefined) return { ok: false, diagnostics };
  diagnostics.push(...evaluationProfileRules(value).map((complaint) => complainAbout(source, complaint)));
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const systemPrompt = value.judge_system_prompt ?? prompt.text;
  return { ok: true, value: { profile: value, path, systemPrompt }, diagnostics };
}

function readPrompt(
  written: string,
  source: SourceFile,
  root: string,
): { text: string | null; diagnostics: Diagnostic[] } {
  const complain = (words: { message: string; suggestion?: string }) => ({
    text: null,
    diagnostics: [complainAbout(source, { path: ["judge_system_prompt_path"], ...words })],
  });
  const found = findReferencedFile(written, { beside: source.path, root, what: "the system prompt" });
  if (!found.ok) return complain(found);
  const read = readText(found.path);
  if (!read.ok) return complain({ message: `the system prompt ${basename(found.path)} ${read.message}` });
  if (read.text.trim() === "") return complain({ message: `the system prompt ${basename(found.path)} is empty` });
  return { text: read.text, diagnostics: [] };
}

import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { openAccount, openLedger } from "../../../campaign/index.ts";
import {
  type EvaluationProfile,
  findWorkspaceRoot,
  loadFile,
  sampleMapping,
  sampleRubric,
} from "../../../config/index.ts";
import { InputError, OptionError } from "../../../errors/index.ts";
import { judgesOfProfile, resolveJudges, rubric } from "../../../judging/index.ts";
import { outputsFolder, type Store } from "../../../store/index.ts";
import { type Controls, completeSurroundings } from "../../controls.ts";
import { replaceJudges } from "../../open/functions/function-gateways.ts";
import { openWorkspaceGateways } from "../../open/open-workspace-gateways.ts";
import { refuseFolder } from "../../open/refuse-folder.ts";
import { valueOrThrow } from "../../open/require-loaded.ts";

import { openGatewaysThroughWorkers } from "../gateways-through-workers.ts";

import { openProfile, runName } from "../open-profile.ts";

import { refuseUnreachableJudges } from "../refuse-unreachable-judges.ts";
import type { JudgeSamplesOptions } from "./sample-options.ts";

/** Opened rubric judging. */
export type SampleJudging = Awaited<ReturnType<typeof openSampleJudging>>;

/** Default, as there is no run profile to take it from. */
const CALLS_AT_A_TIME = 4;

/** Opens a rubric judging, and refuses unusable options before anything is read, written or paid for. */
export async function openSampleJudging(options: JudgeSamplesOptions, controls: Controls) {
  const { onEvent } = controls;
  const { cwd, env } = completeSurroundings(options);
  const root = (await findWorkspaceRoot(cwd)) ?? cwd;
  const name = runName(options.name, options.samples);
  const input = await describeInput(options, cwd);
  const { profile, systemPrompt } = await openProfile(options, cwd, onEvent);
  noteUnusedSettings(profile, onEvent);
  const fileOf = async <Schema extends Parameters<typeof loadFile>[1]>(path: string, schema: Schema) =>
    valueOrThrow(await loadFile(resolve(cwd, path), schema, { root: cwd }), cannotBeUsed(path), onEvent);
  const sharedRubric = options.rubric === undefined ? null : await fileOf(options.rubric, sampleRubric);
  const mapping = options.mapping === undefined ? null : await fileOf(options.mapping, sampleMapping);
  const systemPrompts = await rubric.systemPrompts(systemPrompt);
  const named = judgesOfProfile({ ...profile, judges: replaceJudges(profile.judges, options.judges) });
  const opened = await openWorkspaceGateways(root, env, options);
  const keepLookalikes = !profile.security_policy.redact_secrets;
  // Workers have their own keys, and decline judges that they cannot ask.
  if (!options.workers) refuseUnreachableJudges(named, opened.gateways);
  const { gateways, redactor } = await openGatewaysThroughWorkers(opened, { ...options, keepLookalikes }, controls);
  const { maxCostUsd = null, force } = options;
  return {
    protocol: "rubric" as const,
    cwd,
    name,
    outputs: options.outputs === undefined ? outputsFolder(root) : resolve(cwd, options.outputs),
    input,
    rubric: sharedRubric,
    mapping,
    gateways,
    judges: resolveJudges(named, gateways.forModel),
    maxConcurrency: options.concurrency ?? profile.max_concurrency ?? CALLS_AT_A_TIME,
    force,
    openLedger: (store: Store) => openLedger({ maxCostUsd, account: openAccount(store, `rubric/${name}`) }),
    redact: redactor({ patterns: profile.security_policy.redact_secrets }),
    question: {
      systemPrompts,
      language: options.language ?? "auto",
      revealMeta: options.revealMeta === true,
      seed: options.seed ?? 1,
    },
  };
}

async function describeInput({ samples, format }: JudgeSamplesOptions, cwd: string) {
  if (typeof samples !== "string") return { shown: "-", file: "-", format: format ?? ("jsonl" as const) };
  refuseFolder(samples, cwd);
  const found = await stat(resolve(cwd, samples)).catch(() => null);
  if (!found) throw new InputError(`--samples ${samples}: there is no such file`, { path: samples });
  const known = format ?? rubric.formatOf(samples);
  if (!known) throw new OptionError(`${samples}: is it jsonl, json or csv? Say so with --format`, "format");
  return { shown: samples, file: basename(samples), format: known };
}

function cannotBeUsed(what: string): string {
  return `nothing was asked: ${what} cannot be used`;
}

function noteUnusedSettings(profile: EvaluationProfile, onEvent: Controls["onEvent"]): void {
  const unused = rubric.unusedSettings(profile);
  if (unused.length === 0) return;
  const message = `Note: ${unused.join(", ")} of the evaluation profile mean nothing to rubric judging.`;
  onEvent?.({ type: "note", message });
}

import { basename, resolve } from "node:path";
import { batchSpec, loadFile } from "../../config/index.ts";
import { OptionError } from "../../errors/index.ts";
import {
  batch,
  judgesOfProfile,
  type NamedJudge,
  type QuestionAgain,
  rubric,
  trialAgain,
} from "../../judging/index.ts";
import type { JudgedPacket } from "../../labels/index.ts";
import { readPrompt } from "../../text/index.ts";
import { type Controls, completeSurroundings } from "../controls.ts";
import { judgedByFunctions } from "../open/functions/function-gateways.ts";
import { loadEvaluation } from "../open/load-evaluation.ts";
import { valueOrThrow } from "../open/require-loaded.ts";
import type { GoldOptions } from "./calibrate-gold.ts";

/** Who judges a gold set again, and how each protocol puts its packets. */
export interface GoldJudges {
  judges: NamedJudge[];
  maxConcurrency: number;
  /** Whether what looks like a secret is taken out of answers. */
  redactSecrets: boolean;
  /** Which stored packets are meant. */
  filter: { suite?: string; rubric?: string; batch?: string; evaluationProfile?: string };
  again(packet: JudgedPacket, text: string): QuestionAgain;
}

const AT_A_TIME = 4;

/** Reads who is to judge: a profile for campaigns and samples, the spec for batches. */
export async function goldJudges(options: GoldOptions, controls: Controls): Promise<GoldJudges> {
  if (options.batch !== undefined) return await batchJudges(options, options.batch, controls);
  const { suite, evaluationProfile, rubric: samples, against } = options;
  if (evaluationProfile === undefined || (suite === undefined && samples === undefined))
    throw new OptionError(
      "a gold set is judged again by the judges of an evaluation profile: --suite or --rubric says of what, --evaluation-profile by whom",
      evaluationProfile === undefined ? "evaluationProfile" : "suite",
    );
  const evaluation = await loadEvaluation({ ...options, evaluationProfile }, controls);
  const { profile, systemPrompt } = evaluation;
  const shared = {
    judges: judgesOfProfile(profile),
    maxConcurrency: profile.max_concurrency ?? AT_A_TIME,
    redactSecrets: profile.security_policy.redact_secrets,
  };
  if (samples !== undefined) {
    const prompts = await rubric.systemPrompts(systemPrompt);
    return {
      ...shared,
      filter: { rubric: samples },
      again: ({ packet_sha256 }, text) => rubric.sampleAgain(packet_sha256, text, prompts),
    };
  }
  const system = systemPrompt ?? (await readPrompt("judge_system"));
  return {
    ...shared,
    // A path brings its workspace along, and its file is named after the suite.
    filter: {
      suite: basename(suite!).replace(/\.ya?ml$/, ""),
      ...(against === undefined ? {} : { evaluationProfile: against }),
    },
    again: ({ packet_sha256 }, text) => trialAgain(packet_sha256, text, system),
  };
}

async function batchJudges(options: GoldOptions, name: string, { onEvent }: Controls): Promise<GoldJudges> {
  const { cwd } = completeSurroundings(options);
  if (options.spec === undefined)
    throw new OptionError("a spec says who judges batches: --gold --batch <name> --spec <file>", "spec");
  const loaded = await loadFile(resolve(cwd, options.spec), batchSpec, { root: cwd });
  const measure = batch.resolveMeasure(valueOrThrow(loaded, `${options.spec} is not a valid spec`, onEvent));
  const prompts = await batch.readBatchPrompts();
  return {
    judges: judgedByFunctions(measure.judges, options.judges),
    maxConcurrency: measure.maxConcurrency,
    redactSecrets: true,
    filter: { batch: name },
    again: ({ packet_sha256, batch_place }, text) =>
      batch.itemAgain(packet_sha256, text, batch_place!, measure, prompts),
  };
}

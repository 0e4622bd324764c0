import { basename, resolve } from "node:path";
import { OptionError } from "../../errors/index.ts";
import {
  type JudgesAgain,
  type JudgingAgain,
  judgesOfProfile,
  NAMED_PROTOCOL_NAMES,
  NAMED_PROTOCOLS,
  type NamedProtocolName,
  type PacketFilter,
  PROTOCOLS,
} from "../../judging/index.ts";
import { type Controls, completeSurroundings } from "../controls.ts";
import { replaceJudges } from "../open/functions/function-gateways.ts";
import { loadEvaluation } from "../open/load-evaluation.ts";
import { valueOrThrow } from "../open/require-loaded.ts";
import type { GoldOptions } from "./calibrate-gold.ts";

/** Judges for labelled packets, and the packets to judge. */
export interface GoldJudges extends JudgesAgain {
  /** Removes what looks like a secret from answers. */
  redactSecrets: boolean;
  filter: PacketFilter;
}

const AT_A_TIME = 4;

/** Reads the judges from an evaluation profile, or from the protocol's own file. */
export async function chooseGoldJudges(options: GoldOptions, controls: Controls): Promise<GoldJudges> {
  // If several names are given, the last protocol in the table counts.
  const named = NAMED_PROTOCOL_NAMES.findLast((name) => options[name] !== undefined);
  const again = await PROTOCOLS[named ?? "campaign"].again();
  const filter = named === undefined ? trialsOf(options) : { [named]: options[named] };
  if (again.by === "spec")
    return { ...(await judgesOfSpec(options, again, named!, controls)), redactSecrets: true, filter };
  const { evaluationProfile, suite } = options;
  if (evaluationProfile === undefined || (suite === undefined && named === undefined))
    throw new OptionError(
      `a gold set is judged again by the judges of an evaluation profile: ${namedByProfile().join(" or ")} says of what, --evaluation-profile by whom`,
      evaluationProfile === undefined ? "evaluationProfile" : "suite",
    );
  const evaluation = await loadEvaluation({ ...options, evaluationProfile }, controls);
  const { profile } = evaluation;
  return {
    judges: judgesOfProfile(profile),
    maxConcurrency: profile.max_concurrency ?? AT_A_TIME,
    redactSecrets: profile.security_policy.redact_secrets,
    filter,
    ask: await again.asking(evaluation),
  };
}

/** A path determines its workspace, and its file is named after the suite. */
function trialsOf({ suite = "", against }: GoldOptions): PacketFilter {
  return {
    suite: basename(suite).replace(/\.ya?ml$/, ""),
    ...(against === undefined ? {} : { evaluationProfile: against }),
  };
}

/** Options for results that an evaluation profile can judge again. */
function namedByProfile(): string[] {
  const names = NAMED_PROTOCOL_NAMES.filter((name) =>
    NAMED_PROTOCOLS[name].labels.againNeeds.includes("evaluation_profile"),
  );
  return ["--suite", ...names.map((name) => `--${name}`)];
}

async function judgesOfSpec(
  options: GoldOptions,
  again: Extract<JudgingAgain, { by: "spec" }>,
  protocol: NamedProtocolName,
  { onEvent }: Controls,
): Promise<JudgesAgain> {
  const { cwd } = completeSurroundings(options);
  if (options.spec === undefined)
    throw new OptionError(`a spec says who judges batches: --gold --${protocol} <name> --spec <file>`, "spec");
  const loaded = await again.open(resolve(cwd, options.spec), cwd);
  const opened = valueOrThrow(loaded, `${options.spec} is not a valid spec`, onEvent);
  return { ...opened, judges: replaceJudges(opened.judges, options.judges) };
}

import { appendFileSync, readFileSync } from "node:fs";

/** What the step was told: inputs, and the event that started the workflow. */
export function readSurroundings(env) {
  const input = (name) => (env[`INPUT_${name}`] ?? "").trim();
  const isTrue = (name) => input(name).toLowerCase() === "true";
  const event = readEvent(env.GITHUB_EVENT_PATH);
  const { pull_request: pull } = event;
  return {
    campaign: [
      ...["--suite", input("SUITE")],
      ...["--run-profile", input("RUN_PROFILE")],
      ...["--evaluation-profile", input("EVALUATION_PROFILE")],
    ],
    /** The first line of the comment, by which the next run finds it. Nobody sees it. */
    mark: markOf(["SUITE", "RUN_PROFILE", "EVALUATION_PROFILE"].map(input)),
    base: input("BASE"),
    runBase: isTrue("RUN_BASE"),
    margin: input("MARGIN"),
    strict: isTrue("STRICT"),
    failOnScores: isTrue("FAIL_ON_SCORES"),
    maxCostUsd: input("MAX_COST_USD"),
    /** `2/8`, or nothing for the whole. */
    shard: input("SHARD"),
    shardWeights: input("SHARD_WEIGHTS"),
    mergeShards: isTrue("MERGE_SHARDS"),
    wantsComment: isTrue("COMMENT"),
    wantsViewer: isTrue("VIEWER"),
    token: input("TOKEN"),
    pull: pull && {
      number: pull.number,
      baseRef: pull.base?.ref,
      isFork: pull.head?.repo?.full_name !== pull.base?.repo?.full_name,
    },
    repository: env.GITHUB_REPOSITORY,
    api: env.GITHUB_API_URL ?? "https://api.github.com",
    summary: env.GITHUB_STEP_SUMMARY,
    temporary: env.RUNNER_TEMP ?? "/tmp",
    /** Hands a value to later steps. Values have no line ends. */
    tell: (name, value) => env.GITHUB_OUTPUT && appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`),
  };
}

/** Whatever the names are, they cannot end the comment. */
function markOf(names) {
  return `<!-- assay-action: ${names.map((name) => encodeURIComponent(name).replaceAll("--", "-%2D")).join("/")} -->`;
}

function readEvent(path) {
  if (!path) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}

import type { ShownToolCall, ShownTrial } from "../../judging/index.ts";
import { openReferenceLocator } from "../../judging/index.ts";
import { nameOfTrial, type RunRecord, writeCampaignName } from "../../records/index.ts";
import { commandsFor } from "../../report/index.ts";
import { formatCount, formatRounded, formatSeconds, formatUsd } from "../../text/presentation/index.ts";
import type { StoredJudging, TrialRecords } from "../store/results/stored-trial.ts";
import type { FoundTrial } from "./find-trial.ts";
import { shownVerdicts } from "./shown-verdicts.ts";

/** Composes a trial for people from its records. */
export function composeShown(found: FoundTrial, { run, evaluation, missing }: TrialRecords): ShownTrial {
  const { campaign, trial, alsoIn } = found;
  const answer = run?.artifact.final_output ?? null;
  const { verdicts, quotes } = evaluation
    ? shownVerdicts(evaluation.final, openLocator(evaluation, answer))
    : { verdicts: [], quotes: [] };
  const name = nameOfTrial(trial);
  return {
    schema_version: 1,
    kind: "trial",
    name,
    of: writeCampaignName(campaign),
    headline: headlineOf(run, evaluation),
    passed: evaluation?.final.passed ?? null,
    facts: factsOf(found, run),
    question: run ? questionOf(run) : [],
    answer,
    quotes,
    tools: run ? toolCallsOf(run) : [],
    checks: evaluation?.final.check_results ?? null,
    verdicts,
    ...filesOf(run),
    warnings: [
      ...(missing === null ? [] : [`${missing} is missing or damaged`]),
      ...(run?.artifact.failure ? [run.artifact.failure.message] : []),
      ...(run?.artifact.final_output_forced
        ? ["it ran out of turns; the last answer was asked for without tools"]
        : []),
      ...(evaluation?.final.reason ? [evaluation.final.reason] : []),
      ...(evaluation?.final.warnings ?? []),
    ],
    next: [
      ...(evaluation ? [{ title: "what its judges were shown", command: `assay show ${name} --packet` }] : []),
      { title: "everything as it was stored", command: `assay show ${name} --raw` },
      ...commandsFor(campaign, trial),
      ...alsoIn
        .slice(0, 1)
        .map((other) => ({ title: "the same elsewhere", command: `assay show ${name} --campaign ${other}` })),
    ],
  };
}

/** Locates quotes in the whole answer: judges may have seen it shortened or without names. */
function openLocator({ packet }: StoredJudging, answer: string | null): ReturnType<typeof openReferenceLocator> {
  const subject_response = { ...packet.subject_response, final_output: answer };
  return openReferenceLocator({ ...packet, subject_response });
}

function headlineOf(run: RunRecord | null, evaluation: StoredJudging | null): string {
  const status = run
    ? run.artifact.status === "success"
      ? ""
      : `, run ${run.artifact.status}`
    : ", its run is damaged";
  if (!evaluation) return `not judged${status}`;
  const { final_score, passed, state } = evaluation.final;
  const passes = passed === null ? "" : passed ? ", passed" : ", failed";
  return `${final_score === null ? state : `${formatRounded(final_score)} of 10`}${passes}${status}`;
}

function factsOf({ trial, repetitions }: FoundTrial, run: RunRecord | null): [string, string][] {
  const own: [string, string][] = [["id", trial.run_id.slice(0, 12)]];
  if (repetitions > 1) own.unshift(["run", `${trial.repetition} of ${repetitions}`]);
  if (!run) return own;
  const { request, timing, usage } = run.artifact;
  return [
    ...own,
    ["model", `${request.model}${request.offline ? " (a program, not an LLM)" : ""}`],
    ["took", formatSeconds(timing.duration_ms)],
    ...(usage
      ? [
          ["tokens", `${formatCount(usage.prompt_tokens)} in, ${formatCount(usage.completion_tokens)} out`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(typeof usage?.cost_usd === "number" ? [["cost", formatUsd(usage.cost_usd)] as [string, string]] : []),
  ];
}

/** Returns the case's messages, and what a user said later. */
function questionOf({ artifact }: RunRecord): ShownTrial["question"] {
  const { messages, turns } = artifact.request;
  const said = artifact.trace.flatMap((event) =>
    event.kind === "message" && event.by === "simulated_user" ? [{ role: "user", content: event.content }] : [],
  );
  return [...messages, ...turns, ...said].map(({ role, content }) => ({ role, content }));
}

function toolCallsOf({ artifact }: RunRecord): ShownToolCall[] {
  const results = new Map(
    artifact.trace.flatMap((event) => (event.kind === "tool_result" ? [[event.tool_call_id, event] as const] : [])),
  );
  return artifact.trace.flatMap((event) => {
    if (event.kind !== "tool_call") return [];
    const result = results.get(event.tool_call_id);
    const { tool_name: tool, arguments: given } = event;
    return [{ tool, arguments: given, status: result?.status ?? null, result: result?.content ?? "" }];
  });
}

function filesOf(run: RunRecord | null): Pick<ShownTrial, "files" | "folder"> {
  const artifacts = run?.artifact.artifacts ?? [];
  return {
    files: artifacts.map(({ path, artifact_type: type, bytes }) => ({ path, type, bytes })),
    folder: run?.files ? `outputs/${run.files}` : null,
  };
}

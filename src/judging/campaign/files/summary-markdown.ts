import {
  DIMENSIONS,
  type FinalIteration,
  type FinalResult,
  type FoundReference,
  type GroundedEvidence,
  type GroundingCount,
  type RunArtifact,
} from "../../../records/index.ts";
import {
  agree,
  escapeMarkdown,
  fencedMarkdown,
  formatRounded,
  nounFor,
  visibleText,
} from "../../../text/presentation/index.ts";

/** evaluation_result_summary_N.md: the first thing a person reads about one evaluated trial. */
export function renderSummary(result: FinalResult, artifact: Pick<RunArtifact, "request" | "final_output">): string {
  const { identity, checks, grounding } = result;
  const n = identity.repetition;
  return [
    `# ${identity.model_id} on ${identity.case_id}, run ${n}: ${headline(result)}`,
    "",
    `Suite ${identity.suite_id}, run profile ${identity.run_profile_id}, evaluation profile ${identity.evaluation_profile_id}. The run ended with status \`${identity.run_status}\`.`,
    "",
    ...(result.reason ? [escapeMarkdown(result.reason), ""] : []),
    ...result.warnings.map((warning) => `- Warning: ${escapeMarkdown(warning)}`),
    ...(result.warnings.length > 0 ? [""] : []),
    ...taskAndAnswer(artifact),
    ...scoreTable(result),
    "## Checks",
    "",
    checks.total === 0
      ? "The case has none."
      : `${checks.passed} of ${checks.total} passed, ${checks.failed} failed, ${checks.error} could not be decided.`,
    ...result.check_results.map(
      ({ check_id, outcome, required, message }) =>
        `- ${CHECK_MARKS[outcome]} \`${check_id}\`${required ? " (required)" : ""} ${outcome}: ${escapeMarkdown(message)}`,
    ),
    "",
    "## Evidence",
    "",
    evidenceWords(grounding),
    "",
    ...result.judge_runs.flatMap((run) =>
      run.iterations.flatMap((iteration) => renderIteration(`${run.judge_run_id} ${iteration.repetition}`, iteration)),
    ),
    "## Files",
    "",
    `- [what the judges were sent](judge_${n}.prompt.debug.md), byte for byte: [user](raw_outputs/judge_${n}.prompt.user.json), [system](../../manifest.json)`,
    `- [what they answered](raw_outputs/judge_${n}.json)`,
    `- [this evaluation as data](raw_outputs/final_result_${n}.json), with the results of the checks`,
    "",
  ].join("\n");
}

/** The task and the whole answer, which a reader wants to see before any figure. */
function taskAndAnswer({ request, final_output }: Pick<RunArtifact, "request" | "final_output">): string[] {
  const quoted = (text: string) => fencedMarkdown(visibleText(text), "text");
  const messages = [...request.messages, ...request.turns].flatMap(({ role, content }) => [
    `**${escapeMarkdown(role)}**`,
    "",
    quoted(content),
    "",
  ]);
  const answer =
    final_output === null ? "It never answered." : final_output === "" ? "It is empty." : quoted(final_output);
  return ["## Task", "", ...messages, "## Answer", "", answer, ""];
}

const CHECK_MARKS = { passed: "✓", failed: "✗", error: "?" } as const;

function headline({ final_score, passed, state }: FinalResult): string {
  if (final_score === null) return `${state}${verdictWord(passed)}`;
  return `${formatRounded(final_score)} of 10${verdictWord(passed)}`;
}

function scoreTable(result: FinalResult): string[] {
  const { dimensions, judge_overall, judge_runs, aggregation } = result;
  if (!dimensions || !judge_overall) return [];
  const runs = judge_runs.map((run) => run.judge_run_id);
  const row = (name: string, total: { score: number; passed: boolean | null }, cells: (number | null)[]) =>
    `| ${[name, `${formatRounded(total.score)}${verdictWord(total.passed)}`, ...cells.map((cell) => (cell === null ? "–" : formatRounded(cell)))].join(" | ")} |`;
  const iterations = judge_runs.flatMap((run) => run.iterations.map((iteration) => ({ run, iteration })));
  const names = iterations.map(
    ({ run, iteration }) => `${runs.length > 1 ? `${run.judge_run_id} ` : "#"}${iteration.repetition}`,
  );
  return [
    "## Scores",
    "",
    `Aggregated by ${aggregation.method}${aggregation.pass_threshold === null ? "" : `, passes at ${aggregation.pass_threshold} or more`}.${panelWords(result)}`,
    "",
    `| | score | ${names.join(" | ")} |`,
    `|---|---|${names.map(() => "---|").join("")}`,
    row(
      "**overall**",
      judge_overall,
      iterations.map(({ iteration }) => iteration.score),
    ),
    ...DIMENSIONS.map((dimension) =>
      row(
        dimension,
        dimensions[dimension],
        iterations.map(({ iteration }) => iteration.dimensions?.[dimension] ?? null),
      ),
    ),
    "",
  ];
}

/** The results of each judge run, before they are combined. */
function panelWords({ judge_runs, disagreement }: FinalResult): string {
  if (judge_runs.length < 2) return "";
  const each = judge_runs.map(
    (run) => `${run.judge_run_id} ${run.score === null ? "nothing" : formatRounded(run.score)}`,
  );
  const apart = disagreement === null ? "" : `; they are ${formatRounded(disagreement)} apart`;
  return ` Judge runs: ${each.join(", ")}${apart}.`;
}

function renderIteration(name: string, iteration: FinalIteration): string[] {
  if (!iteration.evidence) return [`### ${name}: ${iteration.status}`, "", escapeMarkdown(iteration.problem ?? ""), ""];
  const lines = DIMENSIONS.flatMap((dimension) =>
    iteration.evidence![dimension].map(
      (item) => `- ${MARKS[item.state]} **${dimension}** ${escapeMarkdown(item.text)}${placeWords(item)}`,
    ),
  );
  const left = iteration.aggregated ? "" : " (not aggregated: beyond sample_size)";
  return [
    `### ${name}: ${formatRounded(iteration.score!)}${left}`,
    "",
    escapeMarkdown(iteration.summary ?? ""),
    ...(iteration.reason ? ["", escapeMarkdown(iteration.reason)] : []),
    "",
    ...lines,
    "",
  ];
}

function evidenceWords({ quoting, grounded, task_only }: GroundingCount): string {
  const pieces = nounFor(quoting, "piece of evidence that quotes", "pieces of evidence that quote");
  const taskOnly = task_only > 0 ? `, ${task_only} only the task or the rubric` : "";
  return `Of ${quoting} ${pieces} something, ${grounded} ${agree(grounded, "quotes", "quote")} what the judge was really shown of the subject${taskOnly}. ✓ found, with the place; ○ found in the task or the rubric only; ✗ not found; · nothing to look up.`;
}

const MARKS: Record<GroundedEvidence["state"], string> = {
  grounded: "✓",
  task_only: "○",
  not_found: "✗",
  quotes_nothing: "·",
};

/** The places of its quotes, and those not found. */
function placeWords({ references }: GroundedEvidence): string {
  const places = [...new Set(references.flatMap(({ found }) => (found ? [foundWords(found)] : [])))];
  const missing = references.filter(({ found }) => found === null).map(({ text }) => escapeMarkdown(text));
  const words = [...places, ...(missing.length > 0 ? [`not found: ${missing.join("; ")}`] : [])];
  return words.length > 0 ? ` (${words.join("; ")})` : "";
}

function foundWords({ place, artefacts }: FoundReference): string {
  const copied = artefacts.length > 0 ? `, but for ${artefacts.map(inWords).join(" and ")}` : "";
  return `${inWords(place)}${copied}`;
}

function inWords(name: string): string {
  return name.replaceAll("_", " ");
}

function verdictWord(passed: boolean | null | undefined): string {
  return passed === true ? ", passed" : passed === false ? ", failed" : "";
}

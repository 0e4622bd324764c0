import { violationWords } from "../../judging/index.ts";
import type { IterationResult, JudgedCampaign, Violation } from "../../records/index.ts";
import { plural, restLine, shortLine } from "../../text/presentation/index.ts";
import type { Section } from "../statistics/sections.ts";

/** Judge's answer that broke the contract, with its trial and violations. */
export interface BrokenTrialAnswer {
  judge_run_id: string;
  model_id: string;
  case_id: string;
  /** Repetitions of the run and of the judge. */
  repetition: number;
  judge_repetition: number;
  /** Attempt within the call, counted from 1. */
  attempt: number;
  /** Outcome of the call: `verdict` if a later attempt was valid. */
  became: IterationResult["status"];
  violations: Violation[];
}

/** Lists broken answers once, even if several trials share a call. */
export function brokenTrialAnswers({ trials }: JudgedCampaign): BrokenTrialAnswer[] {
  const seen = new Set<string>();
  const found: BrokenTrialAnswer[] = [];
  for (const { model_id, case_id, repetition, judge_runs } of trials)
    for (const { judge_run_id, iterations } of judge_runs)
      for (const { call_id, broken_answers, repetition: judge_repetition, status } of iterations) {
        // Earlier versions did not record these.
        if (!broken_answers?.length || seen.has(call_id)) continue;
        seen.add(call_id);
        for (const { attempt, violations } of broken_answers)
          found.push({
            judge_run_id,
            model_id,
            case_id,
            repetition,
            judge_repetition,
            attempt,
            became: status,
            violations,
          });
      }
  return found;
}

const MOST_ROWS = 12;
const LONGEST_PROBLEM = 120;

export function brokenAnswersSection(broken: BrokenTrialAnswer[]): Section {
  return {
    id: "broken_answers",
    title: "Answers that broke the contract",
    table: {
      head: ["judge", "trial", "call", "answer", "what was wrong", "then"],
      rows: broken
        .slice(0, MOST_ROWS)
        .map((answer) => [
          answer.judge_run_id,
          `${answer.model_id}/${answer.case_id} #${answer.repetition}`,
          String(answer.judge_repetition),
          String(answer.attempt),
          shortLine(violationWords(answer.violations), LONGEST_PROBLEM),
          answer.became === "verdict" ? "asked again, valid" : answer.became,
        ]),
      keys: 2,
    },
    lines: [...restLine(broken.length, MOST_ROWS), ...countsByJudge(broken)],
  };
}

function countsByJudge(broken: BrokenTrialAnswer[]): string[] {
  return [...new Set(broken.map(({ judge_run_id }) => judge_run_id))].sort().map((judge) => {
    const own = broken.filter(({ judge_run_id }) => judge_run_id === judge);
    const mended = own.filter(({ became }) => became === "verdict").length;
    const rest = own.length - mended;
    const became = rest === 0 ? "every call then gave a verdict" : `without a verdict in the end: ${rest}`;
    return `${judge}: ${plural(own.length, "answer")} broke the contract; ${became}.`;
  });
}

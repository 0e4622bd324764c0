import { diffWordsWithSpace } from "diff";
import { useMemo } from "preact/hooks";
import { formatFixed } from "../../../../text/presentation/index.ts";
import { chunkName, type TrialPage } from "../../../wire/index.ts";
import { PassMark } from "../../parts/figures/marks.tsx";
import { LongText } from "../../parts/texts/long-text.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { href } from "../../state/route.ts";

/** Longer answers are shown without marks, as finding common words takes too long. */
const LONGEST_DIFF = 20_000;
const DIFF_MS = 300;

/** Shows both answers to a case, marking words that only one contains, and the judges' verdicts. */
export function ComparedAnswers({ caseId, sides }: { caseId: string; sides: [ComparedTrial, ComparedTrial] }) {
  const [one, other] = sides.map(
    ({ campaign, model_id, repetition }) =>
      chunk<TrialPage>(chunkName("trial", campaign, model_id, caseId, repetition)).value,
  );
  const missing = `The store has no trials of ${caseId}.`;
  return (
    <Waiting loading={one!} missing={missing}>
      {(first) => (
        <Waiting loading={other!} missing={missing}>
          {(second) => <Both campaigns={sides.map(({ campaign }) => campaign)} trials={[first, second]} />}
        </Waiting>
      )}
    </Waiting>
  );
}

export interface ComparedTrial {
  campaign: string;
  model_id: string;
  repetition: number;
}

function Both({ campaigns, trials }: { campaigns: string[]; trials: [TrialPage, TrialPage] }) {
  const [one, other] = trials.map(answerOf) as [string, string];
  const parts = useMemo(
    () => (one.length + other.length > LONGEST_DIFF ? undefined : diffWordsWithSpace(one, other, { timeout: DIFF_MS })),
    [one, other],
  );
  return (
    <div class="both">
      {trials.map((trial, side) => (
        <article key={side} aria-label={`${side === 0 ? "first" : "second"}: ${trial.model_id}`}>
          <p class="muted">
            <a
              href={href(
                ["campaign", ...campaigns[side]!.split("/"), "trial", trial.model_id, trial.case_id, trial.repetition],
                { subject: "shown" },
              )}
            >
              {trial.model_id}, run {trial.repetition}
            </a>{" "}
            <b>{formatFixed(trial.judging?.score ?? null, 1)}</b> <PassMark passed={trial.judging?.passed ?? null} />
          </p>
          <p class="packet-text">
            {parts ? (
              parts
                .filter(({ added, removed }) => (side === 0 ? !added : !removed))
                .map(({ value, added, removed }, at) =>
                  added || removed ? <ins key={at}>{value}</ins> : <span key={at}>{value}</span>,
                )
            ) : (
              <LongText text={answerOf(trial)} />
            )}
          </p>
          {reasonsOf(trial).map((reason) => (
            <p class="muted small" key={reason}>
              {reason}
            </p>
          ))}
        </article>
      ))}
    </div>
  );
}

function answerOf({ judging, run }: TrialPage): string {
  return judging?.packet.subject_response.final_output ?? run?.final_output ?? "";
}

function reasonsOf({ judging }: TrialPage): string[] {
  const reasons = judging?.judges.flatMap(({ iterations }) =>
    iterations.flatMap(({ reason, summary }) => reason ?? summary ?? []),
  );
  return [...new Set(reasons ?? [])];
}

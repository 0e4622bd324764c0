import type { CampaignPage, SubjectRow } from "../../../wire/index.ts";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { TableHead } from "../../parts/tables/table-head.tsx";
import { useShownTrials } from "../../state/trials/shown-trials.ts";
import { isFiltering } from "../../state/trials/trial-filter.ts";

/** Shows subjects by mean, best first, with intervals on a common axis. */
export function Leaderboard({ page }: { page: CampaignPage }) {
  const { subjects, pass_threshold } = page;
  const hasPasses = subjects.some(({ passed }) => passed !== null);
  const { filter, shown } = useShownTrials(page, page.trials.case.length);
  const counts = isFiltering(filter) ? shownBySubject(page, shown) : null;
  const hasScores = subjects.some(({ score }) => score !== null);
  return (
    <Scrolls card label="Subjects">
      <h2>Subjects</h2>
      <table class="rows">
        <TableHead
          columns={[
            "subject",
            ...(hasScores ? ["score, 0 to 10"] : []),
            ...(hasPasses ? [{ number: "passed" }] : []),
            { number: "checks" },
            { number: page.price_unit === "usd" ? "cost / trial" : "tokens / trial" },
            { number: "latency" },
          ]}
        />
        <tbody>
          {subjects.map((subject, at) => (
            <tr key={subject.model_id}>
              <th scope="row">
                {subject.label}
                {counts && (
                  <div class="muted small">
                    {counts[at]} of {subject.trials} in the filter
                  </div>
                )}
                {subject.scored < subject.trials && (
                  <div class="muted small">
                    {subject.scored} of {subject.trials} scored
                  </div>
                )}
              </th>
              {hasScores && (
                <td>
                  {subject.score ? (
                    <IntervalBar score={subject.score} threshold={pass_threshold} />
                  ) : (
                    <span class="muted">no score</span>
                  )}
                </td>
              )}
              {hasPasses && <Passed subject={subject} />}
              <td class="number">
                {subject.checks.total === 0 ? "–" : `${subject.checks.passed}/${subject.checks.total}`}
              </td>
              <td class="number">
                {subject.price_words.replace(/ tokens?$/, "")}
                {subject.on_frontier && (
                  <span
                    class="frontier-mark"
                    role="img"
                    aria-label="nothing is both cheaper and better"
                    title="Nothing is both cheaper and better"
                  >
                    {" "}
                    ◆
                  </span>
                )}
              </td>
              <td class="number">{subject.latency}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** Figures cover the whole campaign: filtering by score would only reflect the filter. */
function shownBySubject({ subjects, trials }: CampaignPage, shown: Uint8Array): number[] {
  const counts = subjects.map(() => 0);
  for (const [at, subject] of trials.subject.entries()) counts[subject]! += shown[at]!;
  return counts;
}

function Passed({ subject: { passed } }: { subject: SubjectRow }) {
  if (!passed) return <td class="number">–</td>;
  const [share, range = ""] = passed.words.split(", ");
  return (
    <td class="number" title={passed.words}>
      {share}
      <div class="muted small">{range.replace("95 % interval ", "")}</div>
    </td>
  );
}

import type { CampaignPage, SubjectRow } from "../../wire/index.ts";
import { IntervalBar } from "./interval-bar.tsx";
import { Scrolls } from "./scrolls.tsx";

/** Subjects, the best mean first, each with its interval on the same axis. */
export function Leaderboard({ page }: { page: CampaignPage }) {
  const { subjects, pass_threshold } = page;
  const hasPasses = subjects.some(({ passed }) => passed !== null);
  const hasScores = subjects.some(({ score }) => score !== null);
  return (
    <Scrolls card label="Subjects">
      <h2>Subjects</h2>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">subject</th>
            {hasScores && <th scope="col">score, 0 to 10</th>}
            {hasPasses && (
              <th scope="col" class="number">
                passed
              </th>
            )}
            <th scope="col" class="number">
              checks
            </th>
            <th scope="col" class="number">
              {page.price_unit === "usd" ? "cost / trial" : "tokens / trial"}
            </th>
            <th scope="col" class="number">
              latency
            </th>
          </tr>
        </thead>
        <tbody>
          {subjects.map((subject) => (
            <tr key={subject.model_id}>
              <th scope="row">
                {subject.label}
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
                    aria-label="nobody is both cheaper and better"
                    title="Nobody is both cheaper and better"
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

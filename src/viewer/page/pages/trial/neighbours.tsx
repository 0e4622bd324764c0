import { formatRounded } from "../../../../text/presentation/index.ts";
import type { CampaignPage, TrialPage } from "../../../wire/index.ts";
import { cellClass } from "../../parts/figures/marks.tsx";
import { href, route } from "../../state/route.ts";
import { isSubjectShown } from "../../state/subject.ts";

/** Links the same case's other answers. Hides names as long as the subject is hidden. */
export function Neighbours({ campaign, trial }: { campaign: CampaignPage; trial: TrialPage }) {
  const { trials, subjects, case_ids } = campaign;
  const number = case_ids.indexOf(trial.case_id);
  const { query } = route.value;
  const isNamed = isSubjectShown();
  const groups = subjects.map(({ model_id, label }, subject) => ({
    model_id,
    label,
    own: trials.case.flatMap((own, at) => (own === number && trials.subject[at] === subject ? [at] : [])),
  }));
  return (
    <section class="card neighbours" aria-labelledby="neighbours-title">
      <h2 id="neighbours-title">Same case, others</h2>
      <ul>
        {groups.map(({ model_id, label, own }, index) => (
          <li key={model_id}>
            <span class="muted">{isNamed ? label : `subject ${index + 1}`}</span>
            <span class="cells">
              {own.map((at) => {
                const score = trials.score[at]!;
                const isThis = model_id === trial.model_id && trials.repetition[at] === trial.repetition;
                return (
                  <a
                    key={at}
                    class={cellClass(score)}
                    aria-current={isThis ? "page" : undefined}
                    aria-label={`${isNamed ? label : `subject ${index + 1}`}, run ${trials.repetition[at]}: ${score === null ? trials.state[at]!.replaceAll("_", " ") : formatRounded(score)}`}
                    href={href(
                      [
                        "campaign",
                        ...campaign.name.split("/"),
                        "trial",
                        model_id,
                        trial.case_id,
                        trials.repetition[at]!,
                      ],
                      query,
                    )}
                  >
                    {score === null ? "○" : formatRounded(Math.round(score * 10) / 10)}
                  </a>
                );
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

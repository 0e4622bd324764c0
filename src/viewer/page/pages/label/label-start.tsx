import { useEffect, useState } from "preact/hooks";
import type { LabelDeskChoices } from "../../../wire/index.ts";
import { goTo, href } from "../../state/route.ts";
import { askDesk } from "./ask-desk.ts";

/** Asks for the annotator and the queue. */
export function LabelStart() {
  const [choices, setChoices] = useState<LabelDeskChoices | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void askDesk({ action: "choices" }).then((reply) => {
      if (!reply.ok) setProblem(reply.problem);
      else if ("choices" in reply) setChoices(reply.choices);
    });
  }, []);
  const [annotator, setAnnotator] = useState("");
  const [chosen, setChosen] = useState(0);
  if (problem !== null)
    return (
      <p class="empty" role="alert">
        {problem}
      </p>
    );
  if (choices === null)
    return (
      <p class="empty" role="status">
        Loading …
      </p>
    );
  const queues = queuesOf(choices);
  const begin = (event: Event) => {
    event.preventDefault();
    const queue = queues[chosen];
    if (queue && annotator.trim() !== "") goTo(href(["label"], { annotator: annotator.trim(), ...queue.query }));
  };
  return (
    <>
      <div class="title">
        <h1>Label what judges saw</h1>
        <p class="muted">
          You will see packets without their subject, verdicts or other labels. Every answer is stored at once.
        </p>
      </div>
      {queues.length === 0 ? (
        <p class="empty">
          Nothing has been judged yet: <code>assay run-eval</code> judges a campaign.
        </p>
      ) : (
        <form class="card label-start" onSubmit={begin}>
          <label>
            <span>Your name</span>
            <input
              value={annotator}
              onInput={({ currentTarget }) => setAnnotator(currentTarget.value)}
              required
              maxLength={64}
            />
          </label>
          <label>
            <span>What to label</span>
            <select value={chosen} onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}>
              {queues.map(({ words }, index) => (
                <option value={index} key={words}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          {choices.plans.length === 0 && (
            <p class="muted">
              <code>assay label plan --budget 60</code> draws what to label by chance; only such labels correct scores.
            </p>
          )}
          <button type="submit">Begin</button>
        </form>
      )}
    </>
  );
}

/** Lists drawn plans first, since packets chosen by hand cannot correct figures. */
function queuesOf({
  plans,
  campaigns,
  disagreements,
}: LabelDeskChoices): { words: string; query: Record<string, string> }[] {
  return [
    ...plans.map(({ plan, question, campaign, packets }) => ({
      words: `${plan}: ${packets} drawn of ${campaign}, ${question}`,
      query: { plan, campaign },
    })),
    ...(disagreements > 0
      ? [{ words: `settle what annotators disagree about (${disagreements})`, query: { settles: "yes" } }]
      : []),
    ...campaigns.flatMap(({ campaign, questions }) =>
      questions.map((question) => ({ words: `by hand: ${campaign}, ${question}`, query: { campaign, question } })),
    ),
  ];
}

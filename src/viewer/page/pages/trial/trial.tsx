import { useEffect, useMemo } from "preact/hooks";
import { formatFixed } from "../../../../text/presentation/index.ts";
import { type CampaignPage, chunkName, type TrialPage } from "../../../wire/index.ts";
import { PassMark } from "../../parts/figures/marks.tsx";
import { Quoted } from "../../parts/texts/packet-text.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { litQuotes, quotesByPath } from "../../state/quotes.ts";
import { goTo, href, route } from "../../state/route.ts";
import { isSubjectShown, toggleSubject } from "../../state/subject.ts";
import { neighbourOf } from "../../state/trials/trial-order.ts";
import { Neighbours } from "./neighbours.tsx";
import { PacketView } from "./packet-view.tsx";
import { RunView } from "./run-view.tsx";
import { TrialTabs } from "./trial-tabs.tsx";
import { VerdictsView } from "./verdicts-view.tsx";

export function TrialView({ campaign, trial }: { campaign: string; trial: [string, string, number] }) {
  const name = chunkName("trial", campaign, ...trial);
  return (
    <Waiting loading={chunk<TrialPage>(name).value} missing={`The store has no trial ${trial.join("/")}.`}>
      {(page) => <Trial page={page} campaign={campaign} />}
    </Waiting>
  );
}

/** Shows what happened on the left, and the verdicts on the right; quotes link the two. */
function Trial({ page, campaign }: { page: TrialPage; campaign: string }) {
  const loading = chunk<CampaignPage>(chunkName("campaign", campaign)).value;
  const whole = loading.state === "there" ? loading.value : null;
  const { judging, run } = page;
  const title = whole?.case_titles[whole.case_ids.indexOf(page.case_id)] ?? page.case_id;
  const byPath = useMemo(() => (judging ? quotesByPath(judging) : new Map()), [judging]);
  useEffect(() => {
    litQuotes.value = [];
    scrollTo(0, 0);
  }, [page]);
  const step = (by: 1 | -1) => {
    const next = whole && neighbourOf(whole, page, by);
    if (next) goTo(href(["campaign", ...campaign.split("/"), "trial", ...next], route.value.query));
  };
  useKeys([
    { keys: ["j", "ArrowRight"], words: "next trial", act: () => step(1) },
    { keys: ["k", "ArrowLeft"], words: "trial before", act: () => step(-1) },
    { keys: ["s"], words: "show or hide the subject", act: toggleSubject },
    {
      keys: ["Escape", "u"],
      words: "back to the campaign",
      act: () => goTo(href(["campaign", ...campaign.split("/")], withoutTrial())),
    },
  ]);
  return (
    <Quoted.Provider
      value={{
        byPath,
        letterOf: (quote) => judging?.judges[judging.evidence[Number.parseInt(quote, 10)]!.judge]?.letter ?? "",
      }}
    >
      <div class="title">
        <h1>
          {page.case_id} <Subject page={page} campaign={whole} /> <span class="muted">run {page.repetition}</span>
        </h1>
        {title !== page.case_id && <p class="muted">{title}</p>}
        {judging && (
          <p class="result">
            <span class="big-score">{formatFixed(judging.score, 1)}</span>
            {judging.judges.map(({ letter, iterations }) => (
              <span key={letter} class="letters">
                <b>{letter}</b> {iterations.map(({ score }) => formatFixed(score, 1)).join(" ")}
              </span>
            ))}
            <PassMark passed={judging.passed} />{" "}
            {judging.passed === null ? judging.state.replaceAll("_", " ") : judging.passed ? "passed" : "failed"}
          </p>
        )}
      </div>
      {page.missing && (
        <p
          class="card failure-text"
          role="alert"
        >{`Not all of it can be shown: ${page.missing} is missing or damaged.`}</p>
      )}
      {run?.failure && <p class="card failure-text">{run.failure}</p>}
      {judging ? (
        <div class="trial">
          <PacketView judging={judging} />
          <VerdictsView judging={judging} />
        </div>
      ) : (
        run && <RunView run={run} />
      )}
      {whole && <Neighbours campaign={whole} trial={page} />}
      <TrialTabs page={page} campaign={campaign} />
    </Quoted.Provider>
  );
}

/** Hides the subject until asked, so that people judge blind too. */
function Subject({ page, campaign }: { page: TrialPage; campaign: CampaignPage | null }) {
  const isShown = isSubjectShown();
  const label = campaign?.subjects.find(({ model_id }) => model_id === page.model_id)?.label ?? page.model_id;
  return (
    <button type="button" class="quiet subject" onClick={toggleSubject} aria-pressed={isShown}>
      {isShown ? label : "subject hidden · show"}
    </button>
  );
}

function withoutTrial(): URLSearchParams {
  const query = new URLSearchParams(route.value.query);
  for (const name of ["subject", "tab", "page"]) query.delete(name);
  return query;
}

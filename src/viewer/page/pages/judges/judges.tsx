import { formatCount, plural } from "../../../../text/presentation/index.ts";
import { type CampaignPage, chunkName, type JUDGE_FLAGS, type JudgeRow } from "../../../wire/index.ts";
import { Distribution } from "../../parts/figures/distribution.tsx";
import { SectionCard } from "../../parts/report-section.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { listKeys } from "../../state/list-keys.ts";
import { goTo, href } from "../../state/route.ts";

export function JudgesView({ campaign }: { campaign: string }) {
  return (
    <Waiting
      loading={chunk<CampaignPage>(chunkName("campaign", campaign)).value}
      missing={`The store has no campaign ${campaign}.`}
    >
      {(page) => <JudgesPage page={page} />}
    </Waiting>
  );
}

/** Shows how far each judge can be trusted: its scores, consistency, quotes and cost. */
function JudgesPage({ page }: { page: CampaignPage }) {
  const path = ["campaign", ...page.name.split("/")];
  useKeys([
    ...listKeys(".judge a", "figure that leads to trials"),
    { keys: ["Escape", "u"], words: "back to the campaign", act: () => goTo(href(path)) },
  ]);
  const rows = Array.from({ length: 11 }, (_, step) => ({
    score: 10 - step,
    counts: page.judges.map(({ distribution }) => distribution[10 - step]!),
  }));
  return (
    <>
      <div class="title">
        <h1>Judges</h1>
        <p class="muted">
          {page.title}
          {page.labels.length > 0 && (
            <>
              {" · "}
              <a href={href([...path, "calibration"])}>Compared with what people say</a>
            </>
          )}
        </p>
      </div>
      {page.judges.length === 0 && (
        <p class="card empty">
          No judge was asked. `assay run-eval` with an evaluation profile that names judges asks them.
        </p>
      )}
      <div class="grid">
        {page.judges.map((judge) => (
          <Judge key={judge.letter} judge={judge} path={path} />
        ))}
        {page.judges.length > 0 && (
          <section class="card" aria-labelledby="scores-title">
            <h2 id="scores-title">How often each score was given</h2>
            <Distribution
              rows={rows}
              groups={page.judges.map(({ letter, judge_run_id }) => `${letter} ${judge_run_id}`)}
              caption="How often each judge gave each score"
            />
          </section>
        )}
        {page.sections
          .filter(({ id }) => id === "judges" || id === "noise")
          .map((section) => (
            <SectionCard section={section} key={section.title} />
          ))}
      </div>
    </>
  );
}

function Judge({ judge, path }: { judge: JudgeRow; path: string[] }) {
  const { letter, judge_run_id, model, offline, flagged } = judge;
  const leads = (flag: keyof typeof JUDGE_FLAGS) => (
    <a href={href(path, { said: `${letter}.${flag}` })}>{plural(flagged[flag], "trial")}</a>
  );
  const facts: [name: string, value: string, flags: [keyof typeof JUDGE_FLAGS, string][]][] = [
    [
      "calls",
      `${formatCount(judge.calls)}, ${judge.repetitions} per trial`,
      [["no_verdict", "without a valid verdict"]],
    ],
    ["mean score", `${judge.mean}, spread ${judge.spread}`, []],
    [
      "above the panel",
      judge.offset,
      [
        ["above", "a point or more above the others"],
        ["below", "a point or more below the others"],
      ],
    ],
    ["its repetitions agree", judge.agreement, [["unsteady", "a point or more apart"]]],
    ["answers that broke the contract", formatCount(judge.broken), [["broken_answer", "with one"]]],
    ["quotes found", judge.grounded, [["unfounded", "with a quote that is not there"]]],
    ["cost", judge.cost, []],
  ];
  return (
    <section class="card judge" aria-labelledby={`judge-${letter}`}>
      <h2 id={`judge-${letter}`}>
        {letter} · {judge_run_id}{" "}
        <span class="muted">
          {model}
          {offline ? " (a program, not an LLM)" : ""}
        </span>
      </h2>
      <dl class="facts">
        {facts.map(([name, value, flags]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {flags
                .filter(([flag]) => flagged[flag] > 0)
                .map(([flag, words]) => (
                  <div key={flag}>
                    {leads(flag)} <span class="muted">{words}</span>
                  </div>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

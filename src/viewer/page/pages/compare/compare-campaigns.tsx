import { useMemo } from "preact/hooks";
import { formatFixed, formatSigned, plural } from "../../../../text/presentation/index.ts";
import { type CampaignPage, type ComparisonPage, chunkName } from "../../../wire/index.ts";
import { CorrectedFigures } from "../../parts/figures/corrected-figures.tsx";
import { DecisionBar, DifferenceBar, reachOf } from "../../parts/figures/difference-bar.tsx";
import { Choice } from "../../parts/tables/choice.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { goTo, href, route } from "../../state/route.ts";
import { scoredTrial } from "./case-differences.ts";
import type { ComparedTrial } from "./compared-answers.tsx";
import { ComparedCases, type ComparedMeans } from "./compared-cases.tsx";

export function CompareCampaignsView({ base, candidate }: { base: string; candidate: string }) {
  return (
    <Waiting
      loading={chunk<ComparisonPage>(chunkName("comparison", base, candidate)).value}
      missing={`There is no comparison of ${base} and ${candidate}: name two judged campaigns of one suite, the earlier one first.`}
    >
      {(page) => <CompareCampaigns page={page} />}
    </Waiting>
  );
}

/** Compares two campaigns by case, largest difference first, with the paired result of `assay compare`. */
function CompareCampaigns({ page }: { page: ComparisonPage }) {
  const { base, candidate, cases, pairs } = page;
  const { query } = route.value;
  const rows = useMemo(
    () =>
      cases.map((own): ComparedMeans => {
        return { caseId: own.case_id, means: [own.base, own.candidate], difference: own.difference };
      }),
    [cases],
  );
  useKeys([
    {
      keys: ["Escape", "u"],
      words: "back to the later campaign",
      act: () => goTo(href(["campaign", ...candidate.name.split("/")])),
    },
  ]);
  const pair = pairs.find(([id]) => id === query.get("subject")) ?? pairs[0];
  const sides = (caseId: string) => {
    const [before, after] = pair ?? ["", ""];
    const found = [trialOf(base.name, before, caseId), trialOf(candidate.name, after, caseId)];
    return found.every((trial) => trial !== null) ? (found as [ComparedTrial, ComparedTrial]) : null;
  };
  return (
    <>
      <div class="title">
        <h1>{base.name.split("/")[0]}: two campaigns</h1>
        <p class="muted">{plural(cases.length, "shared case")}</p>
      </div>
      <section class="card verdict" aria-labelledby="verdict-title">
        <h2 id="verdict-title" class="overline">
          Verdict
        </h2>
        {(page.problem === null ? page.lines : [page.problem]).map((line, at) => (
          <p key={line} class={at === 0 ? "lead" : "muted"}>
            {line}
          </p>
        ))}
        {page.overall && <DecisionBar comparison={page.overall} />}
        <CorrectedFigures figures={page.corrected} label="Corrected by human labels" />
        <Side word="base" side={base} />
        <Side word="candidate" side={candidate} />
      </section>
      <Subjects page={page} />
      {cases.length > 0 && (
        <ComparedCases rows={rows} names={["base", "candidate"]} sides={sides}>
          {pairs.length > 1 && (
            <div class="filters">
              <Choice
                name="subject"
                label="answers of"
                all={pairs[0]![0]}
                options={pairs.slice(1).map(([id]) => [id, id])}
              />
            </div>
          )}
        </ComparedCases>
      )}
    </>
  );
}

function Side({ word, side }: { word: string; side: ComparisonPage["base"] }) {
  const [, ...profiles] = side.name.split("/");
  return (
    <p class="muted">
      {word}: <a href={href(["campaign", ...side.name.split("/")])}>{profiles.join(" · ")}</a>, mean{" "}
      {formatFixed(side.mean, 2)}
    </p>
  );
}

function Subjects({ page: { subjects } }: { page: ComparisonPage }) {
  const known = subjects.flatMap((own) => (own.difference === null ? [] : [{ ...own, difference: own.difference }]));
  if (known.length === 0) return null;
  const reach = reachOf(known);
  return (
    <section class="card" aria-labelledby="subjects-title">
      <h2 id="subjects-title">Subject by subject</h2>
      <table class="forest">
        <caption class="sr-only">Differences of each subject with 95 % intervals</caption>
        <tbody>
          {known.map((own) => (
            <tr key={own.ids.join("/")} class={own.shown ? "shown" : "open"}>
              <th scope="row">{own.ids[0]}</th>
              <td class="forest-bar">
                <DifferenceBar {...own} reach={reach} />
              </td>
              <td class="number">{formatSigned(own.difference, 1)}</td>
              <td>{own.sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Returns the first scored repetition; null without one or while loading. */
function trialOf(campaign: string, modelId: string, caseId: string): ComparedTrial | null {
  const loading = chunk<CampaignPage>(chunkName("campaign", campaign)).value;
  const repetition = loading.state === "there" ? scoredTrial(loading.value, modelId, caseId) : null;
  return repetition === null ? null : { campaign, model_id: modelId, repetition };
}

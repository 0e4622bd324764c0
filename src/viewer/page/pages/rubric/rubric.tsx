import { formatSigned } from "../../../../text/presentation/index.ts";
import { chunkName, type DrawnDimension, type RubricPage } from "../../../wire/index.ts";
import { DifferenceBar, reachOf } from "../../parts/figures/difference-bar.tsx";
import { Distribution } from "../../parts/figures/distribution.tsx";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { StateChip } from "../../parts/figures/marks.tsx";
import { Lines } from "../../parts/lines.tsx";
import { SectionCards } from "../../parts/report-section.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import type { JudgingAddress } from "../../state/current-page.ts";
import { useKeys } from "../../state/keys.ts";
import { listKeys, SEARCH_KEY } from "../../state/list-keys.ts";
import { goTo } from "../../state/route.ts";
import { SampleView } from "./sample.tsx";
import { SampleList } from "./sample-list.tsx";

export function RubricView({ name, unit }: JudgingAddress) {
  if (unit !== null) return <SampleView name={name} number={Number(unit)} />;
  return (
    <Waiting
      loading={chunk<RubricPage>(chunkName("judging", "rubric", name)).value}
      missing={`The store has no judging of samples called ${name}.`}
    >
      {(page) => <Rubric page={page} />}
    </Waiting>
  );
}

/** Shows samples judged by a rubric: differences of variants first, then every sample. */
function Rubric({ page }: { page: RubricPage }) {
  useKeys([
    SEARCH_KEY,
    ...listKeys(".samples a", "sample"),
    { keys: ["Escape", "u"], words: "back to the store", act: () => goTo("/") },
  ]);
  const judges = page.judges.map(
    ({ letter, judge_run_id, model, repetitions }) =>
      `${letter} ${judge_run_id} (${model}${repetitions > 1 ? `, ${repetitions} ×` : ""})`,
  );
  const [counted, ...remarks] = page.lines;
  return (
    <>
      <div class="title">
        <h1>{page.name}</h1>
        <StateChip state={page.state} missing={page.missing} />
        <p class="muted">Samples by a rubric, judged by {judges.join(", ")}</p>
      </div>
      <section class="card verdict" aria-labelledby="verdict-title">
        <h2 id="verdict-title" class="overline">
          Verdict
        </h2>
        {page.verdict.map((sentence, at) => (
          <p key={sentence} class={at === 0 ? "lead" : ""}>
            {sentence}
          </p>
        ))}
        <p class={page.verdict.length === 0 ? "lead" : "muted"}>{counted}</p>
        {remarks.map((line) => (
          <p class="muted" key={line}>
            {line}
          </p>
        ))}
      </section>
      <div class="grid">
        {page.dimensions.map((dimension) => (
          <Dimension key={dimension.name} dimension={dimension} groups={page.groups} />
        ))}
      </div>
      <Differences page={page} />
      <SampleList page={page} />
      <SectionCards sections={page.sections}>
        {page.notes.length > 0 && (
          <section class="card">
            <h2>How to read it</h2>
            <Lines lines={page.notes} />
          </section>
        )}
      </SectionCards>
    </>
  );
}

function Dimension({ dimension, groups }: { dimension: DrawnDimension; groups: string[] }) {
  const { name, scale, means, distribution } = dimension;
  return (
    <Scrolls card label={`Scores in ${name}`}>
      <div class="card-head">
        <h2>{name}</h2>
        <p class="muted">
          {scale.low} to {scale.high}
        </p>
      </div>
      <table class="rows">
        <caption class="sr-only">Means of {name} with 95 % intervals</caption>
        <tbody>
          {means.map(({ group, mean }) => (
            <tr key={group}>
              <th scope="row">{group}</th>
              <td>
                {mean ? <IntervalBar score={mean} scale={scale} digits={2} /> : <span class="muted">no score</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Distribution rows={distribution} groups={groups} caption={`How often each score of ${name} was given`} />
    </Scrolls>
  );
}

function Differences({ page: { differences } }: { page: RubricPage }) {
  if (differences.length === 0) return null;
  const reach = reachOf(differences);
  return (
    <section class="card" aria-labelledby="differences-title">
      <h2 id="differences-title">Differences between variants, on the same questions</h2>
      <table class="forest">
        <caption class="sr-only">Differences between variants with 95 % intervals</caption>
        <tbody>
          {differences.map((own) => (
            <tr key={`${own.words} ${own.where} ${own.dimension}`} class={own.shown ? "shown" : "open"}>
              <th scope="row">
                {own.dimension}: {own.words}
                <div class="muted small">{own.where}</div>
              </th>
              <td class="forest-bar">
                <DifferenceBar {...own} reach={reach} />
              </td>
              <td class="number">{formatSigned(own.difference, 2)}</td>
              <td>{own.figures}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

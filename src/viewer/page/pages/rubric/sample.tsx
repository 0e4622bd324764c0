import { useEffect, useMemo } from "preact/hooks";
import {
  chunkName,
  type RubricPage,
  SAMPLES_IN_A_CHUNK,
  type SampleChunk,
  type SamplePage,
} from "../../../wire/index.ts";
import { PacketText, Quoted } from "../../parts/texts/packet-text.tsx";
import { PacketTree } from "../../parts/texts/packet-tree.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { litQuotes, quotesByPath } from "../../state/quotes.ts";
import { goTo, href, route } from "../../state/route.ts";
import { isSubjectShown, toggleSubject } from "../../state/subject.ts";
import { samplesShown } from "./sample-order.ts";
import { SampleTabs } from "./sample-tabs.tsx";
import { SampleVerdicts } from "./sample-verdicts.tsx";

export function SampleView({ name, number }: { name: string; number: number }) {
  const missing = `The store has no sample ${number} of ${name}.`;
  return (
    <Waiting loading={chunk<RubricPage>(chunkName("judging", "rubric", name)).value} missing={missing}>
      {(page) => <Loaded page={page} number={number} missing={missing} />}
    </Waiting>
  );
}

function Loaded({ page, number, missing }: { page: RubricPage; number: number; missing: string }) {
  const at = page.samples.number.indexOf(number);
  const loading = chunk<SampleChunk>(
    chunkName("units", "rubric", page.name, Math.floor(at / SAMPLES_IN_A_CHUNK)),
  ).value;
  if (at === -1)
    return (
      <p class="empty" role="alert">
        {missing}
      </p>
    );
  return (
    <Waiting loading={loading} missing={missing}>
      {({ samples }) => {
        const sample = samples.find((own) => own.number === number);
        return sample ? <Sample page={page} sample={sample} at={at} /> : <p class="empty">{missing}</p>;
      }}
    </Waiting>
  );
}

/** Shows what the judges saw on the left, and their verdicts on the right; quotes link the two. */
function Sample({ page, sample, at }: { page: RubricPage; sample: SamplePage; at: number }) {
  const byPath = useMemo(() => quotesByPath(sample), [sample]);
  useEffect(() => {
    litQuotes.value = [];
    scrollTo(0, 0);
  }, [sample]);
  const step = (by: 1 | -1) => {
    const line = samplesShown(page);
    const next = line[line.indexOf(at) + by];
    if (next !== undefined) goTo(href(["rubric", page.name, "sample", page.samples.number[next]!], route.value.query));
  };
  useKeys([
    { keys: ["j", "ArrowRight"], words: "next sample", act: () => step(1) },
    { keys: ["k", "ArrowLeft"], words: "sample before", act: () => step(-1) },
    { keys: ["s"], words: "show or hide the labels", act: toggleSubject },
    {
      keys: ["Escape", "u"],
      words: "back to the samples",
      act: () => goTo(href(["rubric", page.name], withoutSample())),
    },
  ]);
  const isNamed = isSubjectShown();
  return (
    <Quoted.Provider
      value={{
        byPath,
        letterOf: (quote) => sample.verdicts[sample.evidence[Number.parseInt(quote, 10)]!.verdict]?.letter ?? "",
      }}
    >
      <div class="title">
        <h1>
          sample {sample.number} <span class="muted">{page.samples.question[at]}</span>{" "}
          <button type="button" class="quiet subject" onClick={toggleSubject} aria-pressed={isNamed}>
            {isNamed ? page.groups[page.samples.group[at]!] : "labels hidden · show"}
          </button>
        </h1>
        {isNamed && <p class="muted">{sample.meta.map(([name, value]) => `${name}: ${value}`).join(" · ")}</p>}
      </div>
      <div class="trial">
        <section class="card packet" aria-labelledby="shown-title">
          <h2 id="shown-title">What the judges saw</h2>
          {sample.output === null || sample.question === null ? (
            <p class="failure-text">The record of what they were shown is missing or damaged.</p>
          ) : (
            <>
              <div class="step task">
                <div class="who">question</div>
                <div class="what">
                  <PacketText path="question" text={sample.question} />
                </div>
              </div>
              <div class="step answer">
                <div class="who">output</div>
                <div class="what">
                  <PacketText path="model_output" text={sample.output} />
                </div>
              </div>
            </>
          )}
          <details>
            <summary>The rubric</summary>
            <PacketTree path="rubric" value={sample.rubric} />
          </details>
        </section>
        <SampleVerdicts sample={sample} dimensions={page.dimensions} />
      </div>
      <SampleTabs sample={sample} />
    </Quoted.Provider>
  );
}

function withoutSample(): URLSearchParams {
  const query = new URLSearchParams(route.value.query);
  for (const name of ["subject", "tab"]) query.delete(name);
  return query;
}

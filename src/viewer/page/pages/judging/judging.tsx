import { plural } from "../../../../text/presentation/index.ts";
import { chunkName, type JudgingPage, UNITS_IN_A_CHUNK, type UnitChunk, type UnitPage } from "../../../wire/index.ts";
import { StateChip } from "../../parts/figures/marks.tsx";
import { SectionCards } from "../../parts/report-section.tsx";
import { LongText } from "../../parts/texts/long-text.tsx";
import { VerdictFacts } from "../../parts/texts/verdict-facts.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import type { JudgingAddress } from "../../state/current-page.ts";
import { useKeys } from "../../state/keys.ts";
import { listKeys } from "../../state/list-keys.ts";
import { goTo, route, setQuery } from "../../state/route.ts";

/** A result under a name, as its protocol describes it. */
export function JudgingView({ protocol, name }: JudgingAddress) {
  return (
    <Waiting
      loading={chunk<JudgingPage>(chunkName("judging", protocol, name)).value}
      missing={`The store has no result of ${protocol} called ${name}.`}
    >
      {(page) => <Judging protocol={protocol} page={page} />}
    </Waiting>
  );
}

function Judging({ protocol, page }: { protocol: string; page: JudgingPage }) {
  useKeys([
    ...listKeys(".items button", "item"),
    { keys: ["Escape", "u"], words: "back to the store", act: () => goTo("/") },
  ]);
  const chosen = page.units.indexOf(route.value.query.get("item") ?? "");
  return (
    <>
      <div class="title">
        <h1>{page.name}</h1>
        <StateChip state={page.state} missing={page.missing} />
        <p class="muted">{page.note}</p>
      </div>
      <SectionCards sections={page.sections} />
      <section class="card" aria-labelledby="items-title">
        <h2 id="items-title">{plural(page.units.length, "item")}</h2>
        <div class="items">
          {page.units.map((unit, at) => (
            <button
              key={unit}
              type="button"
              class="quiet item-row"
              aria-expanded={at === chosen}
              onClick={() => setQuery({ item: at === chosen ? null : unit })}
            >
              <span class="row-name">{unit}</span>
            </button>
          ))}
        </div>
        {chosen !== -1 && <Unit protocol={protocol} page={page} at={chosen} />}
      </section>
    </>
  );
}

/** One unit: the words that judges saw, and their verdicts. */
function Unit({ protocol, page, at }: { protocol: string; page: JudgingPage; at: number }) {
  const number = Math.floor(at / UNITS_IN_A_CHUNK);
  return (
    <Waiting
      loading={chunk<UnitChunk>(chunkName("units", protocol, page.name, number)).value}
      missing="It could not be read."
    >
      {({ units }) => {
        const unit = units[at - number * UNITS_IN_A_CHUNK];
        return unit ? <Shown unit={unit} /> : <p class="empty">It is missing or damaged.</p>;
      }}
    </Waiting>
  );
}

function Shown({ unit: { name, headline, question, answer, verdicts, warnings } }: { unit: UnitPage }) {
  return (
    <section class="chosen" aria-label={name}>
      <h3>
        {name} <span class="muted">{headline}</span>
      </h3>
      <div class="both">
        <article aria-label="What the judges saw">
          <p class="muted">what the judges saw</p>
          {warnings.map((warning) => (
            <p class="failure-text" key={warning}>
              {warning}
            </p>
          ))}
          {question.map(({ role, content }, at) => (
            <dl class="facts" key={at}>
              <dt>{role}</dt>
              <dd>
                <LongText text={content} />
              </dd>
            </dl>
          ))}
          {answer !== null && <LongText text={answer} />}
        </article>
        <article aria-label="What they said">
          <p class="muted">what they said</p>
          {verdicts.map(({ judge, repetition, dimensions, summary, problem }) => (
            <VerdictFacts key={`${judge} ${repetition}`} judge={judge} repetition={repetition} problem={problem}>
              {Object.entries(dimensions).map(([dimension, score]) => (
                <div key={dimension}>
                  <dt>{dimension}</dt>
                  <dd>{score}</dd>
                </div>
              ))}
              {summary !== null && <LongText text={summary} />}
            </VerdictFacts>
          ))}
        </article>
      </div>
    </section>
  );
}

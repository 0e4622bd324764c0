import { formatRounded } from "../../../../text/presentation/index.ts";
import type { DrawnDimension, SamplePage, SampleVerdict } from "../../../wire/index.ts";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { light, litSet, type QuoteName } from "../../state/quotes.ts";

/** Shows the verdicts about a sample by judge, repetition and dimension; quotes link to their place. */
export function SampleVerdicts({ sample, dimensions }: { sample: SamplePage; dimensions: DrawnDimension[] }) {
  const { verdicts } = sample;
  const names = dimensions.map(({ name }) => name).filter((name) => verdicts.some(({ scores }) => name in scores));
  return (
    <section class="card verdicts" aria-labelledby="said-title">
      <h2 id="said-title">What the judges said</h2>
      <Scrolls label="Scores by dimension">
        <table class="scores">
          <thead>
            <tr>
              <th scope="col">dimension</th>
              {verdicts.map((verdict) => (
                <th scope="col" class="number" key={nameOf(verdict)} title={verdict.status}>
                  {nameOf(verdict)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {verdicts.map((verdict) => (
                  <td class="number" key={nameOf(verdict)}>
                    {verdict.scores[name] ? formatRounded(verdict.scores[name].score) : "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      {names.map((name) => (
        <Dimension key={name} name={name} sample={sample} />
      ))}
      {verdicts.map((verdict) => (
        <Remarks key={nameOf(verdict)} verdict={verdict} />
      ))}
    </section>
  );
}

function nameOf({ letter, repetition }: SampleVerdict): string {
  return `${letter}${repetition}`;
}

function Dimension({ name, sample: { verdicts, evidence } }: { name: string; sample: SamplePage }) {
  return (
    <div class="dimension">
      <h3>{name}</h3>
      <ul>
        {saidAlike(verdicts, name).map((alike) => {
          const { score, rationale } = verdicts[alike[0]!]!.scores[name]!;
          const quotes = new Map<string, QuoteName[]>();
          for (const [number, item] of evidence.entries())
            if (item.dimension === name && alike.includes(item.verdict))
              quotes.set(item.text, [...(quotes.get(item.text) ?? []), `${number}.0`]);
          return (
            <li class="evidence" key={alike[0]}>
              <span class="letter">{alike.map((at) => nameOf(verdicts[at]!)).join(" ")}</span>
              <span class="evidence-text">
                <b>{formatRounded(score)}</b> {rationale}
              </span>
              <span class="references">
                {[...quotes].map(([text, names]) => (
                  <button
                    type="button"
                    key={text}
                    class={`quote${names.some((quote) => litSet.value.has(quote)) ? " lit" : ""}`}
                    data-quote={names.join(" ")}
                    onClick={() => light(names, "packet")}
                  >
                    <span class="quoted">{text}</span>
                  </button>
                ))}
                {quotes.size === 0 && <span class="muted small">quotes nothing</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Groups verdicts with identical words about a dimension. */
function saidAlike(verdicts: readonly SampleVerdict[], name: string): number[][] {
  const groups = new Map<string, number[]>();
  for (const [at, { scores }] of verdicts.entries()) {
    const said = scores[name];
    if (!said) continue;
    const key = `${said.score}\n${said.rationale}`;
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  return [...groups.values()];
}

function Remarks({ verdict }: { verdict: SampleVerdict }) {
  const { status, failure_tags, notes, problems, invented, attempts } = verdict;
  if (status === "verdict" && failure_tags.length === 0 && notes === "" && attempts === 1) return null;
  return (
    <div class="dimension">
      <h3>
        {nameOf(verdict)} {status === "verdict" ? null : <span class="failure-text">{status}: it counts nowhere</span>}
      </h3>
      {failure_tags.length > 0 && <p>failure tags: {failure_tags.join(" ")}</p>}
      {notes !== "" && <p>{notes}</p>}
      {status === "verdict" && attempts > 1 && (
        <p class="muted small">answered in attempt {attempts}; the answers before broke the contract</p>
      )}
      {problems.map((problem) => (
        <p class="failure-text small" key={problem}>
          {problem}
        </p>
      ))}
      {invented.map((quote) => (
        <p key={quote}>
          <span class="quote invented">
            <s>{quote}</s> <span class="small">✕ not in what it was shown</span>
          </span>
        </p>
      ))}
    </div>
  );
}

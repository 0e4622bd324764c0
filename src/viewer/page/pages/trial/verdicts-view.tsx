import { formatFixed, formatRounded } from "../../../../text/presentation/index.ts";
import type { EvidenceItem, JudgeCard, JudgingCard } from "../../../wire/index.ts";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { light, litSet, type QuoteName } from "../../state/quotes.ts";

/** Shows the verdicts by judge, repetition and dimension; quotes link to their place. */
export function VerdictsView({ judging }: { judging: JudgingCard }) {
  const { judges, dimensions, evidence, warnings, reason } = judging;
  const [lead] = judges.flatMap(({ iterations }) => iterations.flatMap((own) => own.reason ?? []));
  return (
    <section class="card verdicts" aria-labelledby="said-title">
      <h2 id="said-title">What the judges said</h2>
      {lead && <p class="lead">{lead}</p>}
      {reason && <p class="failure-text">{reason}</p>}
      {warnings.map((warning) => (
        <p class="failure-text small" key={warning}>
          {warning}
        </p>
      ))}
      {dimensions && (
        <Scrolls label="Scores by dimension">
          <ScoreTable judging={judging} />
        </Scrolls>
      )}
      {dimensions &&
        Object.keys(dimensions).map((dimension) => (
          <Dimension key={dimension} name={dimension} judging={judging} evidence={evidence} />
        ))}
      {judges.map((judge) => (
        <Summaries judge={judge} key={judge.letter} />
      ))}
    </section>
  );
}

function ScoreTable({ judging: { judges, dimensions } }: { judging: JudgingCard }) {
  const columns = judges.flatMap(({ letter, iterations }) =>
    iterations.map((own) => ({ name: iterations.length > 1 ? `${letter}${own.repetition}` : letter, own })),
  );
  return (
    <table class="scores">
      <thead>
        <tr>
          <th scope="col">dimension</th>
          <th scope="col" class="number">
            all
          </th>
          {columns.map(({ name, own }) => (
            <th scope="col" class="number" key={name} title={own.status}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(dimensions!).map(([dimension, score]) => (
          <tr key={dimension}>
            <th scope="row">{dimension}</th>
            <td class="number">
              <b>{formatFixed(score, 1)}</b>
            </td>
            {columns.map(({ name, own }) => (
              <td class="number" key={name}>
                {own.dimensions ? formatRounded(own.dimensions[dimension as keyof typeof own.dimensions]) : "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Dimension({ name, judging, evidence }: { name: string; judging: JudgingCard; evidence: EvidenceItem[] }) {
  const groups = saidAlike(evidence, name);
  if (groups.length === 0) return null;
  const score = judging.dimensions![name as keyof NonNullable<JudgingCard["dimensions"]>];
  return (
    <div class="dimension">
      <h3>
        {name} <span class="muted">{formatFixed(score, 1)}</span>
      </h3>
      <ul>
        {groups.map((numbers) => (
          <Evidence key={numbers[0]} numbers={numbers} judging={judging} />
        ))}
      </ul>
    </div>
  );
}

/** Groups verdicts with identical words, as judges often repeat themselves, at temperature 0 in every repetition. */
function saidAlike(evidence: readonly EvidenceItem[], dimension: string): number[][] {
  const groups = new Map<string, number[]>();
  for (const [number, item] of evidence.entries())
    if (item.dimension === dimension) groups.set(item.text, [...(groups.get(item.text) ?? []), number]);
  return [...groups.values()];
}

function Evidence({ numbers, judging: { evidence, judges } }: { numbers: number[]; judging: JudgingCard }) {
  const item = evidence[numbers[0]!]!;
  const who = numbers.map((number) => {
    const { judge, iteration } = evidence[number]!;
    return judges[judge]!.iterations.length > 1 ? `${judges[judge]!.letter}${iteration + 1}` : judges[judge]!.letter;
  });
  return (
    <li class={`evidence ${item.state}`}>
      <span class="letter">{who.join(" ")}</span>
      <span class="evidence-text">{item.text}</span>
      <span class="references">
        {item.references.map((reference, index) => (
          <Reference
            key={`${reference.kind} ${index}`}
            reference={reference}
            names={numbers.map((number): QuoteName => `${number}.${index}`)}
          />
        ))}
        {item.state === "quotes_nothing" && <span class="muted small">quotes nothing</span>}
      </span>
    </li>
  );
}

function Reference({ reference, names }: { reference: EvidenceItem["references"][number]; names: QuoteName[] }) {
  const { text, at, place, artefacts } = reference;
  const short = text.length > 90 ? `${text.slice(0, 88)}…` : text;
  if (!place)
    return (
      <span class="quote invented" data-quote={names.join(" ")} title={text}>
        <s>{short}</s> <span class="small">✕ not in what it was shown</span>
      </span>
    );
  const where = place.replace("_", " ");
  if (!at)
    return (
      <span class="quote" data-quote={names.join(" ")} title={text}>
        {short} <span class="small muted">✓ {where}</span>
      </span>
    );
  return (
    <button
      type="button"
      class={`quote${names.some((name) => litSet.value.has(name)) ? " lit" : ""}`}
      data-quote={names.join(" ")}
      title={`${text}${artefacts.length > 0 ? ` (copied with other ${artefacts.join(", ").replaceAll("_", " ")})` : ""}`}
      onClick={() => light(names, "packet")}
    >
      <span class="quoted">{short}</span> <span class="small muted">✓ {where}</span>
    </button>
  );
}

function Summaries({ judge }: { judge: JudgeCard }) {
  return (
    <details class="summaries">
      <summary>
        {judge.letter} · {judge.judge_run_id}{" "}
        <span class="muted">
          {judge.model}
          {judge.offline ? " (a program, not an LLM)" : ""}
        </span>{" "}
        <b>{formatFixed(judge.score, 1)}</b>
      </summary>
      {judge.iterations.map((own) => (
        <div key={own.repetition}>
          <p>
            <b>{own.score === null ? own.status.replace("_", " ") : formatRounded(own.score)}</b>{" "}
            {own.summary ?? own.problem}
          </p>
          <p class="muted small">
            {own.attempts > 1 ? `answered in attempt ${own.attempts}; the first broke the contract. ` : ""}
            {own.aggregated ? "" : "not counted. "}cost: {own.cost}
          </p>
        </div>
      ))}
    </details>
  );
}

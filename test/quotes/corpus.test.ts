import { expect, test } from "vitest";
import { openEvidenceLookup, type Packet } from "../../src/judging/index.ts";
import { openQuoteSource } from "../../src/text/index.ts";
import { randomNumbers } from "../support/mutate.ts";
import { corpusTexts } from "./corpus-texts.ts";
import { fabricatedQuotes } from "./fabricated-quotes.ts";
import { hasWordsInOrder } from "./naive-words.ts";
import { type CorpusQuote, trueQuotes } from "./true-quotes.ts";

const texts = corpusTexts();

interface Outcome extends CorpusQuote {
  /** The results of each of the two protocols. */
  campaign: string;
  rubric: string;
  isRight: boolean;
}

/** A packet that shows the text as the answer, the next one as the task and the one after it as what a tool returned. */
function packetAbout(index: number): { packet: Packet; shown: string[] } {
  const at = (offset: number) => texts[(index + offset) % texts.length]!;
  const packet = {
    evaluation_target: { task_messages: [{ role: "user", content: at(1) }], expectations: { hard: [], soft: [] } },
    subject_response: { status: "success", final_output: at(0), assistant_messages: [] },
    execution_evidence: { key_trace_events: [{ event: 1, kind: "tool_result", content: at(2) }], artifacts: [] },
    shortened: [],
  } as unknown as Packet;
  return { packet, shown: [at(0), at(1), at(2)] };
}

const WRAPS: ((quote: string) => string)[] = [
  (quote) => `The answer says "${quote}" there.`,
  (quote) => `It has: "${quote}".`,
  (quote) => `“${quote}”`,
  (quote) => `「${quote}」とある`,
];

function asEvidence(quote: string, random: (below: number) => number): string {
  return WRAPS[random(WRAPS.length)]!(quote);
}

/** Not in marks that it has inside: "One" is not "two" may be an invented quote, or two true ones. */
function asClearEvidence(quote: string, random: (below: number) => number): string {
  const wraps = WRAPS.filter((_, index) => !(index < 2 ? /"/ : index === 2 ? /[“”]/ : /[「」]/).test(quote));
  return wraps[random(wraps.length)]!(quote);
}

const spaced = (text: string) => text.replace(/\s+/g, " ");

function tryTrueQuotes(): Outcome[] {
  const random = randomNumbers(7);
  return texts.flatMap((text, index) => {
    const look = openEvidenceLookup(packetAbout(index).packet);
    const source = openQuoteSource([text]);
    return trueQuotes(text, random).map((entry) => {
      const evidence = entry.kind.startsWith("whole line, bare") ? entry.quote : asEvidence(entry.quote, random);
      const { references, state } = look(evidence);
      const found = source.find(entry.quote);
      const isRubricRight = entry.kind === "with an ellipsis" || found !== null;
      // Without its marks a line may be the same as another line.
      const isVerbatim = spaced(text).includes(spaced(entry.quote));
      const isNoted = isVerbatim || found?.artefacts.some((artefact) => artefact === entry.artefact) === true;
      const isRight =
        state === "grounded" &&
        references[0]?.found?.place === "answer" &&
        (entry.artefact === null || isNoted) &&
        isRubricRight;
      return { ...entry, campaign: state, rubric: found ? "found" : "not found", isRight };
    });
  });
}

function tryFabricatedQuotes(): Outcome[] {
  const random = randomNumbers(8);
  return texts.flatMap((text, index) => {
    const { packet, shown } = packetAbout(index);
    const look = openEvidenceLookup(packet);
    const source = openQuoteSource([text]);
    return fabricatedQuotes(text, shown[1]!, random)
      .filter(({ quote }) => !shown.some((other) => hasWordsInOrder(quote, other)))
      .map((entry) => {
        const { state } = look(asClearEvidence(entry.quote, random));
        const found = source.find(entry.quote);
        return {
          ...entry,
          campaign: state,
          rubric: found ? "found" : "not found",
          isRight: state === "not_found" && !found,
        };
      });
  });
}

function table(title: string, outcomes: Outcome[]): string {
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = outcomes.filter((outcome) => outcome.kind === kind);
    return `  ${kind.padEnd(36)} ${String(own.length).padStart(6)} ${String(own.filter(({ isRight }) => isRight).length).padStart(6)}`;
  });
  const right = outcomes.filter(({ isRight }) => isRight).length;
  return [
    `${title.padEnd(38)} ${"quotes".padStart(6)} ${"right".padStart(6)}`,
    ...rows,
    `  ${"all".padEnd(36)} ${String(outcomes.length).padStart(6)} ${String(right).padStart(6)}`,
  ].join("\n");
}

const wrongOf = (outcomes: Outcome[]) => outcomes.filter(({ isRight }) => !isRight).slice(0, 20);

test("no true quote is called invented, however it was copied", () => {
  const outcomes = tryTrueQuotes();
  console.log(table("True quotes, found in the answer", outcomes));
  expect(wrongOf(outcomes)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(600);
});

test("no invented quote is taken for a true one", () => {
  const outcomes = tryFabricatedQuotes();
  console.log(table("Invented quotes, found nowhere", outcomes));
  expect(wrongOf(outcomes)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(600);
});

import type { JudgeProgram } from "./judge.ts";
import { wholeWords } from "./quotable.ts";

interface RubricQuestion {
  meta: Record<string, unknown>;
  question: string;
  model_output: string;
  rubric: { dimensions: Dimension[] };
}

interface Dimension {
  id: string;
  name: string;
  definition: string;
  bands: { score: number; criteria: string }[];
}

/**
 * The offline judge of the rubric protocol: rules instead of an LLM. It measures how much of the question an answer covers, its
 * length, structure and sources, picks a band, and quotes its evidence verbatim. It understands nothing; its scores only
 * demonstrate the machinery.
 */
export const judgeRubricSample: JudgeProgram = (userMessage, { bias, breaksContract }) => {
  const sample = JSON.parse(userMessage) as RubricQuestion;
  const look = measureSample(sample);
  const verdicts = sample.rubric.dimensions.map((dimension) => [dimension.id, scoreDimension(dimension, look, bias)]);
  const answer = {
    meta: sample.meta,
    scores: Object.fromEntries(verdicts),
    failure_tags: failureTags(look),
    notes: look.isEmpty ? look.words.empty : "",
  };
  return breaksContract ? carelessly(answer) : JSON.stringify(answer);
};

interface Look {
  isEmpty: boolean;
  /** Shares from 0 to 1. */
  coverage: number;
  length: number;
  structure: number;
  sources: number;
  evidence: string[];
  words: (typeof WORDS)["zh" | "en"];
}

const WORDS = {
  en: {
    because: (what: string, share: number) => `By rule: ${what} ${Math.round(share * 100)} %; the evidence shows it.`,
    none: "No relevant evidence found: the output is empty.",
    empty: "The output is empty.",
    measures: {
      coverage: "terms of the question taken up",
      structure: "structure",
      brevity: "brevity",
      sources: "sources",
    },
  },
  zh: {
    because: (what: string, share: number) => `按规则：${what} ${Math.round(share * 100)}%，见所引证据。`,
    none: "未找到相关证据：输出为空。",
    empty: "输出为空。",
    measures: { coverage: "题目要点的覆盖率", structure: "结构清晰度", brevity: "简洁程度", sources: "来源说明" },
  },
};

function measureSample({ question, model_output, rubric }: RubricQuestion): Look {
  const asked = termsOf(question);
  const answered = termsOf(model_output);
  const sentences = model_output
    .split(/(?<=[.!?。！？；;])\s*|\n+/u)
    .map((text) => text.trim())
    .filter((text) => text !== "" && hasEnoughLetters(text))
    .map((text) => ({ text, hits: [...termsOf(text)].filter((term) => asked.has(term)).length }));
  const best = sentences.toSorted((first, second) => second.hits - first.hits).slice(0, 2);
  const lines = model_output.split("\n").filter((line) => line.trim() !== "");
  // An output of one short word, such as 42, is quoted whole.
  if (best.length === 0 && lines[0]) best.push({ text: lines[0].trim(), hits: 0 });
  const marked = lines.filter((line) =>
    /^\s*(?:[-*•#|>{}[\]"【]|\d+[.)、]|[一二三四五六七八九十]+、)/u.test(line),
  ).length;
  return {
    isEmpty: best.length === 0,
    coverage:
      asked.size === 0 ? 1 : Math.min(1, (1.5 * [...asked].filter((term) => answered.has(term)).length) / asked.size),
    length: Math.min(1, [...model_output.slice(0, 2 * LONG)].length / LONG),
    structure: lines.length === 0 ? 0 : Math.min(1, 0.3 + marked / Math.max(3, lines.length)),
    sources: /https?:\/\/|来源|出处|根据|according to|source|\[\d+\]/iu.test(model_output) ? 1 : 0,
    evidence: best.map(({ text }) => shorten(text)),
    words: /\p{Script=Han}/u.test(JSON.stringify(rubric)) ? WORDS.zh : WORDS.en,
  };
}

const LONG = 400;

function scoreDimension({ name, definition, bands }: Dimension, look: Look, bias: number) {
  const ascending = bands.map(({ score }) => score).toSorted((first, second) => first - second);
  if (look.isEmpty) return { score: ascending[0], evidence: [], rationale: look.words.none };
  const [measure, share] = measureFor(`${name} ${definition}`, look);
  const position = Math.round(share * (ascending.length - 1)) + bias;
  const score = ascending[Math.max(0, Math.min(ascending.length - 1, position))];
  return { score, evidence: look.evidence, rationale: look.words.because(look.words.measures[measure], share) };
}

function measureFor(about: string, look: Look): ["coverage" | "structure" | "brevity" | "sources", number] {
  if (/format|structur|schema|layout|格式|结构/iu.test(about)) return ["structure", look.structure];
  if (/concise|brief|short|length|简洁|简短|篇幅/iu.test(about)) return ["brevity", 1 - look.length];
  if (/source|citation|reference|来源|出处|引用/iu.test(about)) return ["sources", look.sources];
  return ["coverage", look.coverage];
}

function failureTags(look: Look): string[] {
  if (look.isEmpty) return ["B"];
  return [look.structure < 0.31 && look.length > 0.8 ? "A" : "", look.coverage < 0.25 ? "C" : ""].filter(Boolean);
}

/** The terms of a text: Latin words of four letters and more, and pairs of Chinese characters. */
function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{4,}|\d{2,}/g)) terms.add(word);
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) {
    const characters = [...run];
    for (let at = 0; at + 1 < characters.length; at++) terms.add(characters[at]! + characters[at + 1]!);
  }
  return terms;
}

/** The beginning of a sentence, in whole words, never splitting a combined character. */
function shorten(text: string): string {
  const beginning = text.match(/^(?:[\s\S]\p{M}*){1,60}/u)![0];
  return wholeWords(text, 0, beginning.length);
}

/** The contract's minimum for evidence; a Chinese or Japanese character counts as two. */
const FEWEST_LETTERS = 4;

function hasEnoughLetters(text: string): boolean {
  let letters = 0;
  for (const [letter] of text.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += /\p{Script=Han}|\p{Script=Hiragana}/u.test(letter) ? 2 : 1;
    if (letters >= FEWEST_LETTERS) return true;
  }
  return false;
}

/** Three ways in which real judges break their contract, chosen by the length of the sample. */
function carelessly(answer: { scores: Record<string, { evidence: string[] }> }): string {
  const json = JSON.stringify(answer);
  const [first] = Object.values(answer.scores);
  if (json.length % 3 === 0) return `\`\`\`json\n${json}\n\`\`\``;
  if (json.length % 3 === 1 && first) first.evidence = ["words that nobody wrote"];
  else return JSON.stringify({ ...answer, overall: "good" });
  return JSON.stringify(answer);
}

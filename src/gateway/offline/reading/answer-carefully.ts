import { type AnswerShape, applyShape, readShape } from "./answer-shape.ts";
import { findCalculation } from "./arithmetic.ts";
import { extract } from "./extract.ts";
import { knownFact } from "./facts.ts";
import { literalsIn, maskLiterals } from "./literals.ts";
import { findPassage, type Passage, summarizingPassages, valueIn } from "./passages.ts";
import { readTable } from "./tables.ts";
import type { Source, Task } from "./task.ts";

/** An answer in words, and the bare value, if one was asked for. */
export interface Answer {
  text: string;
  value: string | null;
}

/**
 * Answers as far as rules can: calculations, small operations on words, questions answered by a source, summaries of the source's
 * own sentences, JSON from given facts. Keeps to the requested form, and says if the sources lack the answer.
 */
export function answerCarefully(task: Task, observed: Source[] = []): Answer {
  const shape = readShape(task.rules);
  const sources = [...task.sources, ...observed];
  if (shape.json) {
    const text = JSON.stringify(fillJson(shape.json, task, sources));
    return { text, value: text };
  }
  const answer =
    calculate(task) ??
    operateOnWords(task, sources) ??
    readOffTable(task, sources) ??
    summarizeSources(task, sources, shape) ??
    findInSources(task, sources) ??
    knownFact(task.instruction) ??
    admitIgnorance(task, sources);
  return { text: inShape(answer, shape), value: answer.value };
}

function calculate({ instruction }: Task): Answer | null {
  const found = findCalculation(instruction);
  if (!found) return null;
  const { expression, value } = found;
  return { text: `The result is ${value}, because ${expression} = ${value}.`, value: String(value) };
}

function operateOnWords({ instruction }: Task, sources: Source[]): Answer | null {
  const masked = maskLiterals(instruction);
  const [quoted] = literalsIn(masked.text, masked);
  const literal = quoted ?? sources[0]?.text;
  if (literal === undefined) return null;
  const bare = (value: string): Answer => ({ text: value, value });
  if (/\breverse\b/i.test(masked.text)) return bare([...literal].reverse().join(""));
  const [, counted] = /\b(?:how many|count the|number of) (words|letters|characters)\b/i.exec(masked.text) ?? [];
  if (!counted) return null;
  const what = quoted === undefined ? sources[0]!.name : `"${quoted}"`;
  const count =
    counted.toLowerCase() === "words"
      ? literal.split(/\s+/).filter(Boolean).length
      : [...literal].filter((sign) => counted.toLowerCase() === "characters" || /\p{L}/u.test(sign)).length;
  return { text: `${what} has ${count} ${counted.toLowerCase()}.`, value: String(count) };
}

function summarizeSources({ rules, instruction }: Task, sources: Source[], shape: AnswerShape): Answer | null {
  if (!/\bsummar|\bkey points\b|\bmain points\b|\bbullet/i.test(instruction) || sources.length === 0) return null;
  const passages = summarizingPassages(sources, shape.bullets ?? shape.sentences ?? 3);
  const quoted = /\bquot/i.test(rules);
  if (shape.bullets !== null)
    return { text: passages.map((passage) => `- ${quoted ? cite(passage) : passage.text}`).join("\n"), value: null };
  return { text: passages.map((passage) => (quoted ? cite(passage) : passage.text)).join(" "), value: null };
}

function readOffTable({ instruction }: Task, sources: Source[]): Answer | null {
  const found = readTable(instruction, sources);
  if (!found) return null;
  const { value, rows, source } = found;
  return { text: `${value}, according to ${source}: ${rows.map((row) => `"${row}"`).join(", ")}`, value };
}

function findInSources({ instruction }: Task, sources: Source[]): Answer | null {
  const questions = instruction.match(/[^.?!\n]*\?/g) ?? [instruction];
  const found = questions.map((question) => ({ question, passage: findPassage(question, sources) }));
  if (found.every(({ passage }) => passage === null)) return null;
  const text = found.map(({ question, passage }) =>
    passage
      ? `${compareWithLimit(instruction, passage)}According to ${passage.source}: "${passage.text}"`
      : `Nothing I was given answers "${question.trim()}"`,
  );
  const [first] = found;
  return { text: text.join("\n"), value: first?.passage ? valueIn(first.question, first.passage) : null };
}

/** Compares "45 days ago" with "within 30 days": a plain yes or no, before the sentence it rests on. */
function compareWithLimit(instruction: string, { text }: Passage): string {
  const [, limit, unit] =
    /\b(?:within|at most|up to|no more than|maximum of)\s+(\d+)\s+(?:business |working )?(\p{L}+)/iu.exec(text) ?? [];
  if (!limit || !unit || !/\b(?:can|may|is|are|does|do|will)\b[^.?]*\?/i.test(instruction)) return "";
  const [, given] = new RegExp(String.raw`\b(\d+)\s+${unit}`, "i").exec(instruction) ?? [];
  if (given === undefined) return "";
  const within = Number(given) <= Number(limit);
  return `${within ? "Yes" : "No"}: ${given} ${unit} is ${within ? "within" : "more than"} ${limit}. `;
}

function fillJson(keys: string[], task: Task, sources: Source[]): Record<string, string | number | null> {
  const calculation = findCalculation(task.instruction);
  const given = sources.length > 0 ? sources : [{ name: "the task", text: task.instruction }];
  const names = keys.length > 0 ? keys : ["answer"];
  return Object.fromEntries(
    names.map((key) => {
      if (calculation && /result|answer|sum|total|value|product|difference/i.test(key)) return [key, calculation.value];
      if (calculation && /expression|calculation|formula/i.test(key)) return [key, calculation.expression];
      return [key, extract(key, given) ?? (key === "answer" ? (findInSources(task, given)?.value ?? null) : null)];
    }),
  );
}

function admitIgnorance({ instruction }: Task, sources: Source[]): Answer {
  const isQuestion = /\?|\b(?:what|which|who|when|where|why|how|find|name|state|tell)\b/i.test(instruction);
  if (!isQuestion) return { text: "I am a small rule-based program, and this task is beyond my rules.", value: null };
  const names = [...new Set(sources.map(({ name }) => name))];
  const where = names.length > 0 ? `${names.join(", ")} does not say` : "nothing I was given says so";
  return { text: `I don't know: ${where}, and I will not make it up.`, value: null };
}

function inShape(answer: Answer, shape: AnswerShape): string {
  const { text, value } = answer;
  if (shape.only === "number") return value ?? text;
  if (shape.only === "word") return applyShape(value?.split(/\s+/)[0] ?? text, shape);
  return applyShape(text, shape);
}

function cite({ text, source, heading }: Passage): string {
  return `${heading ? `${heading}: ` : ""}"${text}" (${source})`;
}

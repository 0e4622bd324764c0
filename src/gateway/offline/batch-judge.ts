import { type FieldRule, plainFields } from "../../text/index.ts";
import type { JudgeProgram, JudgeTemperament } from "./judge.ts";

/**
 * Judges batches by counting words. An item's score is the share of words that its elements share with its title and with each
 * other; a singleton belongs to the cluster whose title and themes share most words with it.
 */
export const judgeBatchOffline: JudgeProgram = (userMessage, temperament) => {
  const items = elementsIn(userMessage, "items");
  const verdicts = items
    ? items.map((item) => judgeItem(item, fieldsIn(userMessage), temperament))
    : (elementsIn(userMessage, "singletons") ?? []).map((singleton) =>
        judgeSingleton(singleton, elementsIn(userMessage, "existing-clusters") ?? [], temperament),
      );
  // A careless judge omits the last item; with a single one it adds prose instead.
  if (temperament.breaksContract && verdicts.length > 1) verdicts.pop();
  const answer = JSON.stringify(verdicts);
  return temperament.breaksContract && verdicts.length === 1 ? `Here is my assessment:\n${answer}` : answer;
};

type Thing = Record<string, unknown>;

function judgeItem(item: Thing, fields: Record<string, FieldRule>, { bias }: JudgeTemperament): Thing {
  const elements = textsIn(item);
  const groups = topicsOf(elements, wordsOf(String(item.title ?? "")));
  const largest = Math.max(0, ...groups.map((group) => group.length));
  const outliers = elements.length - largest;
  const quality = elements.length === 0 ? 0 : largest / elements.length;
  const verdict: Thing = { item_id: item.item_id };
  for (const [name, rule] of Object.entries(fields)) {
    if (rule.type === "boolean") verdict[name] = outliers > 0;
    else if (rule.type === "string") verdict[name] = String(item.title ?? "");
    else if (/topic|theme/i.test(name)) verdict[name] = within(rule, groups.length);
    else if (/outlier|count|off/i.test(name)) verdict[name] = within(rule, outliers);
    else verdict[name] = gradeOf(rule, quality, bias);
  }
  return { ...verdict, ambiguous: elements.length < 2 };
}

function judgeSingleton(singleton: Thing, clusters: Thing[], { bias }: JudgeTemperament): Thing {
  const words = wordsOf(textsIn(singleton).join(" "));
  const shared = (cluster: Thing) => overlap(words, wordsOf([cluster.title, ...(themesOf(cluster) ?? [])].join(" ")));
  let best: { id: unknown; words: number } = { id: null, words: 0 };
  for (const cluster of clusters)
    if (shared(cluster) > best.words) best = { id: cluster.cluster_id, words: shared(cluster) };
  const belongs = best.words >= (bias > 0 ? 3 : 2);
  const confidence = belongs ? Math.min(5, 2 + best.words) : best.words === 0 ? 5 : 3;
  return { item_id: singleton.item_id, should_cluster: belongs, best_cluster_id: belongs ? best.id : null, confidence };
}

/** Groups elements that share words, directly or through others; the title joins elements that share words with it. */
function topicsOf(elements: string[], title: Set<string>): string[][] {
  const open = elements.map((text) => ({ text, words: wordsOf(text) }));
  const groups: string[][] = [];
  while (open.length > 0) {
    const group = [open.shift()!];
    for (let at = 0; at < group.length; at++) {
      for (let index = open.length - 1; index >= 0; index--) {
        const [one, other] = [group[at]!.words, open[index]!.words];
        const bothOnTitle = overlap(one, title) > 0 && overlap(other, title) > 0;
        if (bothOnTitle || overlap(one, other) >= 2) group.push(...open.splice(index, 1));
      }
    }
    groups.push(group.map(({ text }) => text));
  }
  return groups;
}

function gradeOf(rule: FieldRule, quality: number, bias: number): number {
  const { min = 0, max = 10 } = rule.type === "integer" || rule.type === "number" ? rule : {};
  const grade = min + (max - min) * Math.min(1, Math.max(0, quality + bias * 0.1));
  return within(rule, rule.type === "integer" ? Math.round(grade) : Math.round(grade * 10) / 10);
}

function within(rule: FieldRule, value: number): number {
  if (rule.type !== "integer" && rule.type !== "number") return value;
  return Math.min(rule.max ?? Number.POSITIVE_INFINITY, Math.max(rule.min ?? Number.NEGATIVE_INFINITY, value));
}

function fieldsIn(userMessage: string): Record<string, FieldRule> {
  const rubric = between(userMessage, "rubric") ?? "";
  // The prompt does not list the fields, so every name at the start of a line may be one; extra fields do no harm.
  return plainFields(rubric, rubric.match(/[A-Za-z_]\w*/g) ?? []);
}

function elementsIn(userMessage: string, tag: string): Thing[] | null {
  const text = between(userMessage, tag);
  return text === null ? null : (JSON.parse(text.slice(text.indexOf("["))) as Thing[]);
}

function between(text: string, tag: string): string | null {
  return new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(text)?.[1] ?? null;
}

/** The texts of a thing: the strings of its first list, else all of its own strings but the id. */
function textsIn(thing: Thing): string[] {
  const list = Object.values(thing).find((value) => Array.isArray(value)) as unknown[] | undefined;
  if (list) return list.map((element) => (typeof element === "string" ? element : JSON.stringify(element)));
  return Object.entries(thing).flatMap(([name, value]) =>
    name !== "item_id" && typeof value === "string" ? [value] : [],
  );
}

function themesOf({ themes }: Thing): string[] | null {
  return Array.isArray(themes) ? themes.map(String) : null;
}

/** Words that carry meaning, roughly stemmed so that `crashes` matches `crash`. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?:ing|es|ed|s)$/, "")));
}

const COMMON = new Set(
  "the and for with from when that this not does are was but has its into after on in of to is it".split(" "),
);

function overlap(one: Set<string>, other: Set<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count += 1;
  return count;
}

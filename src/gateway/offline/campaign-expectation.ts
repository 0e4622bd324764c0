import type { CampaignPacket, WeightedExpectation } from "./campaign-packet.ts";
import { quotable, wholeWords } from "./quotable.ts";

/** The degree to which an expectation is met, and a sentence with the reason, quoting if possible. */
export interface Assessed extends WeightedExpectation {
  /** 0 to 1. */
  met: number;
  because: string;
}

/**
 * Assesses an expectation by its literals: words in quotation marks or backticks, file names, numbers, which are searched for in
 * the subject's words, actions and files. Without any, compares word by word, the limit of what rules can do.
 */
export function assessExpectation(expectation: WeightedExpectation, packet: CampaignPacket): Assessed {
  const { text } = expectation;
  const wanted = literals(text);
  if (packet.everything.trim() === "")
    return { ...expectation, met: 0, because: `"${plain(text)}" is not met: there is nothing.` };
  const rule = byRule(expectation, packet);
  if (rule) return rule;
  if (wanted.length === 0) return byWords(expectation, packet);
  // A quoted literal is required or forbidden; only the surrounding words tell which.
  const forbidden = FORBIDS.test(text.replace(QUOTED, " "));
  const where = forbidden ? packet.answer : packet.everything;
  const found = wanted.filter((literal) => holds(where, literal));
  if (forbidden) {
    const met = found.length === 0 ? 1 : 0;
    const quote = found[0] && surroundingWords(where, found[0]);
    return {
      ...expectation,
      met,
      because: met === 1 ? "What must not be there is not there." : `It contains "${quote}", which it must not.`,
    };
  }
  const met = found.length / wanted.length;
  const quote = found[0] && surroundingWords(where, found[0]);
  const missing = wanted.filter((literal) => !found.includes(literal));
  const because =
    missing.length === 0
      ? `As expected, it has "${quote}".`
      : `Expected, but not there: ${missing.map(plain).join(", ")}.${quote ? ` It does have "${quote}".` : ""}`;
  return { ...expectation, met, because };
}

const FORBIDS =
  /\b(?:does not|do not|doesn't|don't|never|must not|no mention|without|avoids?|not (?:mention|claim|invent|contain))\b/i;
const FEW = new Set(
  "that this with from have does must should answer answers states says contains correct correctly exactly subject output result their about into than them then they were what when which will".split(
    " ",
  ),
);

/** Decides expectations without a literal where rules can: the number of sentences, or if a step was really done with a tool. */
function byRule(expectation: WeightedExpectation, packet: CampaignPacket): Assessed | null {
  const { text } = expectation;
  const limit = /\b(?:no more than|at most|in|is) (one|two|three|\d+) (sentence|word)s?\b/i.exec(text);
  if (limit) {
    const most = { one: 1, two: 2, three: 3 }[limit[1]!.toLowerCase()] ?? Number(limit[1]);
    const unit = limit[2]!.toLowerCase();
    const parts = packet.answer.split(unit === "word" ? /\s+/ : /[.!?]+(?:\s|$)/).filter((part) => part.trim() !== "");
    const met = parts.length > 0 && parts.length <= most ? 1 : 0;
    const opening = packet.opening === "" ? "nothing" : `"${packet.opening}"`;
    return {
      ...expectation,
      met,
      because: `${met === 1 ? "Short enough" : `More than ${limit[1]} ${unit}`}: ${opening}.`,
    };
  }
  const step = /^(reads|runs|writes|lists|searches)\b.*\binstead of\b/i.exec(text)?.[1]?.toLowerCase();
  const tool =
    step &&
    { reads: "read_file", runs: "exec_shell", writes: "write_file", lists: "list_files", searches: "web_search" }[step];
  if (!tool) return null;
  const used = packet.toolsUsed.includes(tool);
  return {
    ...expectation,
    met: used ? 1 : 0,
    because: used ? `It used \`${tool}\`.` : "It claims what no tool call shows.",
  };
}

function byWords(expectation: WeightedExpectation, packet: CampaignPacket): Assessed {
  const words = [...new Set(expectation.text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])].filter(
    (word) => !FEW.has(word),
  );
  const said = packet.everything.toLowerCase();
  const found = words.filter((word) => said.includes(word.slice(0, Math.max(4, word.length - 2))));
  // Rules cannot recognise a paraphrase, so half of the words count as all, with some benefit of the doubt.
  const met = words.length === 0 ? 1 : Math.max(0.5, Math.min(1, found.length / (words.length * 0.5)));
  const quote = found[0] && surroundingWords(packet.everything, found[0].slice(0, 4));
  return {
    ...expectation,
    met,
    because: quote ? `It has "${quote}".` : `Nothing of "${plain(expectation.text)}" is there.`,
  };
}

const QUOTED = /["“„«`]([^"”“»`]+)["”“»`]/g;

function literals(text: string): string[] {
  const found = [...text.matchAll(QUOTED)].map(([, quoted]) => quoted!.trim());
  const rest = text.replace(QUOTED, " ");
  const files = rest.match(/\b[\w-]+\.[a-z]{1,5}\b(?!\.)/g) ?? [];
  const numbers = rest.replace(/\b[\w-]+\.[a-z]{1,5}\b/g, " ").match(/(?<![\w.])\d+(?:[.,]\d+)*(?![\w])/g) ?? [];
  return [...new Set([...found, ...files, ...numbers])].filter((literal) => literal !== "");
}

function holds(text: string, literal: string): boolean {
  if (/^[\d.,]+$/.test(literal)) {
    const number = literal.replace(/[.,]$/, "").replaceAll(".", "\\.");
    return new RegExp(`(?<![\\d.,])${number}(?![\\d]|[.,]\\d)`).test(text);
  }
  return text.toLowerCase().includes(literal.toLowerCase());
}

/** A few words around a match, without quotation marks, so that they can be quoted and found again. */
function surroundingWords(text: string, literal: string): string {
  if (/["“”„«»`\n\\]/.test(literal)) return quotable(text) ?? literal;
  const at = Math.max(0, text.toLowerCase().indexOf(literal.toLowerCase()));
  const before = /[^"“”„«»`\n\\]{0,30}$/.exec(text.slice(0, at))?.[0] ?? "";
  const after = /^[^"“”„«»`\n\\]{0,30}/.exec(text.slice(at + literal.length))?.[0] ?? "";
  return wholeWords(text, at - before.length, at + literal.length + after.length);
}

function plain(text: string): string {
  return text.replace(/["“”„«»`]/g, "");
}

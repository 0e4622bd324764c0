import type { Violation } from "../../../records/index.ts";
import { findJsonObjects, isBlank, isRecord, readWholeJson, visibleJson } from "../../../text/index.ts";
import type { Contract } from "../../panel/contract.ts";
import type { MetaValue, RubricDimensions } from "../samples/sample.ts";
import { answerSchema } from "./answer-schema.ts";
import {
  LONGEST_EVIDENCE,
  MOST_EVIDENCE,
  openSnippetSources,
  type SnippetSources,
  type VerifiedEvidence,
} from "./evidence.ts";
import type { Language } from "./language.ts";
import { findForbiddenWords } from "./other-samples.ts";
import { askAgainIn, type RubricRule, violation } from "./violation-messages.ts";

export const FAILURE_TAGS = ["A", "B", "C", "D", "E"] as const;
export type FailureTag = (typeof FAILURE_TAGS)[number];

export interface DimensionVerdict {
  score: number;
  evidence: VerifiedEvidence[];
  rationale: string;
}

export interface RubricAnswer {
  meta: Record<string, MetaValue>;
  scores: Record<string, DimensionVerdict>;
  failure_tags: FailureTag[];
  notes: string;
}

/** The shown sample, as far as its answer is checked against it. */
export interface ShownSample {
  meta: Record<string, MetaValue>;
  question: string;
  model_output: string;
  rubric: RubricDimensions;
}

/** A sentence or two; notes are no place for conclusions. */
const LONGEST_NOTES = 600;

const TOP_LEVEL_KEYS = ["meta", "scores", "failure_tags", "notes"];
const DIMENSION_KEYS = ["score", "evidence", "rationale"];
const NO_EVIDENCE = /未找到相关证据|no\s+relevant\s+evidence\s+(?:(?:was|is|has been|could be)\s+)?found/i;

/** The contract of the rubric protocol for one sample. Names all broken rules at once, so that one more answer can repair them. */
export function rubricContract(shown: ShownSample, language: Language): Contract<RubricAnswer> {
  let sources: SnippetSources | undefined;
  return {
    schema: { name: "rubric_judgement", schema: answerSchema(shown) },
    askAgain: askAgainIn(language),
    check(text) {
      sources ??= openSnippetSources(shown);
      const checker = new AnswerChecker(shown, language, sources);
      const answer = checker.answer(text);
      return answer === null || checker.violations.length > 0
        ? { ok: false, violations: checker.violations }
        : { ok: true, answer, repairs: [] };
    },
  };
}

class AnswerChecker {
  readonly violations: Violation[] = [];

  constructor(
    private readonly shown: ShownSample,
    private readonly language: Language,
    private readonly sources: SnippetSources,
  ) {}

  /** The answer as far as it could be read; it counts only if nothing was broken. */
  answer(text: string): RubricAnswer | null {
    const value = this.onlyJson(text);
    if (value === undefined) return null;
    if (!isRecord(value)) {
      this.broken("not_an_object", "", spell(value));
      return null;
    }
    this.keys(value, TOP_LEVEL_KEYS, "", "missing_key", "unknown_key");
    if (Object.hasOwn(value, "meta")) this.meta(value.meta);
    const scores = Object.hasOwn(value, "scores") ? this.scores(value.scores) : {};
    const tags = Object.hasOwn(value, "failure_tags") ? this.failureTags(value.failure_tags) : [];
    const notes = Object.hasOwn(value, "notes") ? this.notes(value.notes) : "";
    return { meta: this.shown.meta, scores, failure_tags: tags, notes };
  }

  private onlyJson(text: string): unknown {
    const whole = readWholeJson(text);
    if (whole) {
      for (const path of whole.duplicate_keys) this.broken("duplicate_key", path);
      return whole.value;
    }
    // The object inside is not used: a judge that talks around its verdict may also quote another one.
    const holdsAnswer = findJsonObjects(text).some(({ value }) => isRecord(value) && Object.hasOwn(value, "scores"));
    if (!holdsAnswer) this.broken("not_json", "");
    else this.broken(/^\s*```[^\n]*\n[\s\S]*```\s*$/.test(text) ? "fenced_json" : "text_around_json", "");
    return undefined;
  }

  private meta(value: unknown) {
    if (!isRecord(value)) return this.broken("not_an_object", "meta", spell(value));
    for (const [key, given] of Object.entries(this.shown.meta)) {
      if (!Object.hasOwn(value, key)) this.broken("meta_changed", `meta.${key}`, this.words("missing", "缺少该键"));
      else if (value[key] !== given)
        this.broken("meta_changed", `meta.${key}`, this.words(`given was ${spell(given)}`, `原值为 ${spell(given)}`));
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(this.shown.meta, key))
        this.broken("meta_changed", `meta.${key}`, this.words("this key was not given", "原本没有该键"));
    }
  }

  private scores(value: unknown): Record<string, DimensionVerdict> {
    if (!isRecord(value)) {
      this.broken("not_an_object", "scores", spell(value));
      return {};
    }
    const { dimensions } = this.shown.rubric;
    const ids = dimensions.map(({ id }) => id);
    for (const key of Object.keys(value)) {
      if (!ids.includes(key)) this.broken("unknown_dimension", `scores.${key}`, ids.join(", "));
    }
    const verdicts = dimensions.flatMap(({ id, bands }): [string, DimensionVerdict][] => {
      const path = `scores.${id}`;
      if (!Object.hasOwn(value, id)) {
        this.broken("missing_dimension", path);
        return [];
      }
      const bandScores = bands.map(({ score }) => score);
      return [[id, this.dimension(value[id], path, bandScores)]];
    });
    return Object.fromEntries(verdicts);
  }

  private dimension(value: unknown, path: string, bandScores: number[]): DimensionVerdict {
    const verdict: DimensionVerdict = { score: Number.NaN, evidence: [], rationale: "" };
    if (!isRecord(value)) {
      this.broken("not_an_object", path, spell(value));
      return verdict;
    }
    this.keys(value, DIMENSION_KEYS, path, "missing_dimension_key", "unknown_dimension_key");
    const { score, evidence, rationale } = value;
    if (Object.hasOwn(value, "score")) {
      if (typeof score !== "number") this.broken("score_not_a_number", `${path}.score`, spell(score));
      else if (!bandScores.includes(score)) this.broken("score_not_a_band", `${path}.score`, bandScores.join(", "));
      else verdict.score = score;
    }
    if (Object.hasOwn(value, "rationale")) verdict.rationale = this.prose(rationale, `${path}.rationale`);
    if (Object.hasOwn(value, "evidence")) verdict.evidence = this.evidence(evidence, `${path}.evidence`);
    if (
      Array.isArray(evidence) &&
      evidence.length === 0 &&
      verdict.rationale !== "" &&
      !NO_EVIDENCE.test(verdict.rationale)
    )
      this.broken("no_evidence_unexplained", `${path}.rationale`);
    return verdict;
  }

  private evidence(value: unknown, path: string): VerifiedEvidence[] {
    if (!Array.isArray(value)) {
      this.broken("evidence_not_a_list", path, spell(value));
      return [];
    }
    if (value.length > MOST_EVIDENCE) this.broken("too_much_evidence", path, String(value.length));
    return value.flatMap((quote: unknown, index): VerifiedEvidence[] => {
      const place = `${path}[${index}]`;
      if (typeof quote !== "string" || isBlank(quote)) {
        this.broken("evidence_not_a_text", place, spell(quote));
        return [];
      }
      const length = [...quote].length;
      if (length > LONGEST_EVIDENCE) this.broken("evidence_too_long", place, String(length));
      if (this.sources.isTooShort(quote)) this.broken("evidence_too_short", place);
      const verified = this.sources.verify(quote);
      if (!verified)
        this.broken(this.sources.isFromTask(quote) ? "evidence_from_task" : "evidence_not_verbatim", place);
      return verified ? [verified] : [];
    });
  }

  private prose(value: unknown, path: string): string {
    if (typeof value !== "string" || isBlank(value)) {
      this.broken("rationale_not_a_text", path, spell(value));
      return "";
    }
    this.forbiddenWords(value, path);
    return value;
  }

  private failureTags(value: unknown): FailureTag[] {
    if (!Array.isArray(value)) {
      this.broken("failure_tags_not_a_list", "failure_tags", spell(value));
      return [];
    }
    value.forEach((tag: unknown, index) => {
      const place = `failure_tags[${index}]`;
      if (!FAILURE_TAGS.includes(tag as FailureTag)) this.broken("unknown_failure_tag", place, spell(tag));
      else if (value.indexOf(tag) < index) this.broken("repeated_failure_tag", place, String(tag));
    });
    return value as FailureTag[];
  }

  private notes(value: unknown): string {
    if (typeof value !== "string") {
      this.broken("notes_not_a_text", "notes", spell(value));
      return "";
    }
    const length = [...value].length;
    if (length > LONGEST_NOTES) this.broken("notes_too_long", "notes", String(length));
    this.forbiddenWords(value, "notes");
    return value;
  }

  private forbiddenWords(text: string, path: string) {
    for (const { rule, words } of findForbiddenWords(text, this.shown)) this.broken(rule, path, spell(words));
  }

  private keys(
    value: Record<string, unknown>,
    expected: string[],
    path: string,
    missing: RubricRule,
    unknown: RubricRule,
  ) {
    const at = (key: string) => (path === "" ? key : `${path}.${key}`);
    for (const key of expected) if (!Object.hasOwn(value, key)) this.broken(missing, at(key));
    for (const key of Object.keys(value)) if (!expected.includes(key)) this.broken(unknown, at(key));
  }

  private words(en: string, zh: string): string {
    return this.language === "zh" ? zh : en;
  }

  private broken(rule: RubricRule, path: string, detail?: string) {
    this.violations.push(violation(this.language, rule, path, detail));
  }
}

/** A value as written in JSON, short enough for a message. */
function spell(value: unknown): string {
  const text = value === undefined ? "undefined" : visibleJson(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

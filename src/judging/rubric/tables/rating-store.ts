import type { Violation } from "../../../records/index.ts";
import { addTo } from "../../../text/index.ts";
import { GrowingNumbers } from "../samples/growing-numbers.ts";
import type { Rating } from "./rating.ts";

/** Model × prompt variant × eval set: the groups of means. */
export interface VariantGroup {
  model: string;
  prompt_variant: string;
  eval_set_variant: string;
}

export interface JudgeTally {
  judge: string;
  verdicts: number;
  invalid: number;
  unanswered: number;
  quoted: number;
  verified: number;
  taskOnly: number;
  selfJudged: number;
  offline: boolean;
  brokenRules: Map<string, number>;
}

/** An answer that broke the contract, with its model and sample. */
export interface BrokenSampleAnswer {
  judge: string;
  sample: string;
  question: string;
  repetition: number;
  attempt: number;
  /** The outcome of its call: `verdict` when a later answer was valid. */
  became: Rating["status"];
  violations: Violation[];
}

/** As many as a person would read; judgements.jsonl has all of them. */
const MOST_BROKEN = 200;

/**
 * All scores in columns of numbers, with names stored once: about 8 bytes per score and 32 per judgement, so that a million
 * judgements fit where their texts never would.
 */
export class RatingStore {
  readonly groups: VariantGroup[] = [];
  readonly judges: JudgeTally[] = [];
  readonly questions: string[] = [];
  readonly failureTags = new Map<string, number>();
  /** Roles missing from the ratings' origin. */
  readonly unknownRoles = new Set<string>();
  costUsd: number | null = null;
  /** The first broken answers, and the total number. */
  readonly brokenAnswers: BrokenSampleAnswer[] = [];
  brokenAnswerCount = 0;
  readonly selfNamingSamples = new Set<string>();
  rows = 0;
  private readonly groupOf = new GrowingNumbers();
  private readonly questionOf = new GrowingNumbers();
  private readonly sampleOf = new GrowingNumbers();
  private readonly judgeOf = new GrowingNumbers();
  private readonly selfNaming = new GrowingNumbers();
  private readonly scores: GrowingNumbers[];
  private readonly groupIndex = new Map<string, number>();
  private readonly judgeIndex = new Map<string, number>();
  private readonly questionIndex = new Map<string, number>();
  private readonly sampleIndex = new Map<string, number>();
  private unnamedSamples = 0;

  constructor(readonly dimensions: readonly string[]) {
    this.scores = dimensions.map(() => new GrowingNumbers());
  }

  add(rating: Rating): void {
    const { roles } = rating;
    for (const [role, name] of Object.entries(roles)) if (name === null) this.unknownRoles.add(role);
    const judge = this.judge(roles.judge ?? "all judges");
    const tally = this.judges[judge]!;
    tally[rating.status === "verdict" ? "verdicts" : rating.status] += 1;
    tally.quoted += rating.evidence?.quoted ?? 0;
    tally.verified += rating.evidence?.verified ?? 0;
    tally.taskOnly += rating.evidence?.task_only ?? 0;
    tally.selfJudged += rating.selfJudging ? 1 : 0;
    tally.offline ||= rating.offline;
    for (const [rule, count] of Object.entries(rating.brokenRules)) add(tally.brokenRules, rule, count);
    this.addBroken(rating);
    if (rating.costUsd !== null) this.costUsd = (this.costUsd ?? 0) + rating.costUsd;
    // Without the name of a question or sample, every rating counts as its own.
    const sample = roles.sample ?? `\0${this.unnamedSamples++}`;
    const sampleNumber = intern(this.sampleIndex, sample);
    if (rating.status !== "verdict") return;
    for (const tag of rating.failureTags) add(this.failureTags, tag, 1);
    const group = {
      model: roles.model ?? "",
      prompt_variant: roles.promptVariant ?? "",
      eval_set_variant: roles.evalSetVariant ?? "",
    };
    this.groupOf.push(intern(this.groupIndex, JSON.stringify(Object.values(group)), () => this.groups.push(group)));
    this.judgeOf.push(judge);
    this.selfNaming.push(Number(rating.namesItself));
    if (rating.namesItself && roles.sample !== null) this.selfNamingSamples.add(roles.sample);
    const question = roles.question ?? sample;
    this.questionOf.push(intern(this.questionIndex, question, () => this.questions.push(question)));
    this.sampleOf.push(sampleNumber);
    for (const [index, id] of this.dimensions.entries()) this.scores[index]!.push(rating.scores[id] ?? Number.NaN);
    this.rows += 1;
  }

  /** All judged samples, with or without a valid judgement. */
  get samples(): number {
    return this.sampleIndex.size;
  }

  /** Scores of one dimension by group and question, in the order of appearance; those of samples that name themselves may be excluded. */
  byGroupAndQuestion(dimension: number, { selfNaming = true } = {}): Map<string, number[]>[] {
    const groups = this.groups.map(() => new Map<string, number[]>());
    this.forEachScore(dimension, (score, row) => {
      if (!selfNaming && this.selfNaming.at(row) === 1) return;
      addTo(groups[this.groupOf.at(row)]!, this.questions[this.questionOf.at(row)]!, score);
    });
    return groups;
  }

  /** Scores of one dimension by judge and sample, in the order of appearance. */
  byJudgeAndSample(dimension: number): Map<number, number[]>[] {
    const judges = this.judges.map(() => new Map<number, number[]>());
    this.forEachScore(dimension, (score, row) => {
      addTo(judges[this.judgeOf.at(row)]!, this.sampleOf.at(row), score);
    });
    return judges;
  }

  /** `dimensions.length` means the total, which only ratings with a score in every dimension have. */
  private forEachScore(dimension: number, visit: (score: number, row: number) => void): void {
    const columns = dimension === this.dimensions.length ? this.scores : [this.scores[dimension]!];
    for (let row = 0; row < this.rows; row++) {
      let sum = 0;
      for (const column of columns) sum += column.at(row);
      if (!Number.isNaN(sum)) visit(sum, row);
    }
  }

  private addBroken({ brokenAnswers, roles, columns, status }: Rating): void {
    this.brokenAnswerCount += brokenAnswers.length;
    for (const { attempt, violations } of brokenAnswers.slice(0, MOST_BROKEN - this.brokenAnswers.length))
      this.brokenAnswers.push({
        judge: roles.judge ?? "all judges",
        sample: roles.sample ?? "",
        question: roles.question ?? "",
        repetition: Number(columns.repetition ?? 1),
        attempt,
        became: status,
        violations,
      });
  }

  private judge(name: string): number {
    return intern(this.judgeIndex, name, () =>
      this.judges.push({
        judge: name,
        verdicts: 0,
        invalid: 0,
        unanswered: 0,
        quoted: 0,
        verified: 0,
        taskOnly: 0,
        selfJudged: 0,
        offline: false,
        brokenRules: new Map(),
      }),
    );
  }
}

function intern(index: Map<string, number>, name: string, onNew?: () => void): number {
  const known = index.get(name);
  if (known !== undefined) return known;
  const next = index.size;
  index.set(name, next);
  onNew?.();
  return next;
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

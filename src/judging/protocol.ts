import type { DefaultField, Loaded, LoadedEvaluationProfile } from "../config/index.ts";
import type { NamedResult, Store } from "../store/index.ts";
import type { JudgedPacket } from "./judged-packet.ts";
import type { QuestionAgain } from "./panel/judge-again.ts";
import type { NamedJudge } from "./panel/judges.ts";
import type { PanelQuestion } from "./panel/panel.ts";
import type { ShownTrial } from "./shown-trial.ts";

/**
 * Everything that other modules need to know about a way of judging. A new protocol adds a descriptor to the table. Expensive
 * modules are loaded by the functions that need them, so the table itself is light enough for `assay --help`.
 * The names in the table are part of the library's types; members marked as internal are left out there.
 */
export interface Protocol {
  /** Folders below outputs/ that hold its results, with the depth of locks below each. */
  lockDepths: Readonly<Record<string, number>>;
  /** @internal */
  labels: LabelRules;
  /** Loads the reader of its packets. @internal */
  packets: () => Promise<PacketReader>;
  /** Loads the module that judges its packets again. @internal */
  again: () => Promise<JudgingAgain>;
}

/** A protocol whose results have a name, in `outputs/<folder>/<name>/`. */
export interface NamedProtocol<ListedAs extends string = string> extends Protocol {
  /** Its name in the table; also the option that names one of its judgings: `--rubric <name>`. */
  folder: string;
  /** A folder without this file holds no result. */
  resultFile: string;
  /** Files of a result that name its judge calls. */
  callFiles: readonly string[];
  /** The key of its list in the overview of a store. */
  listedAs: ListedAs;
  /** Loads the reader of its results. @internal */
  results: () => Promise<ResultReader>;
  /** Judges the items of a file, one question each, with `assay <folder> judge`; left out by protocols with commands of their own. */
  items?: ItemCommand;
  /** Description of a result's units in the help of `assay show`: `items of a batch (batch/item_id)`. */
  shownAs: string;
  /** Description of a judging's units in help: `samples judged by a rubric`. */
  holds: string;
}

/** The command of a protocol that asks one question about each item of a file. */
interface ItemCommand {
  /** One line for `assay --help`. */
  description: string;
  /** The page of the documentation. */
  page: string;
  /** Ends the help of `assay <folder> judge`: what an item has to hold, and an example. */
  help: string;
  judging: () => Promise<ItemJudging>;
}

/** The question about an item, and what answers to it amount to. */
export interface ItemJudging<Answer = unknown> {
  /** Composes the question about an entry of the input; a sentence where it cannot be judged. */
  questionAbout(entry: Record<string, unknown>): { id: string; question: PanelQuestion<Answer> } | { problem: string };
  /** Scores of a valid answer, by dimension. */
  scoresOf(answer: Answer): Record<string, number>;
  /** Composes the report from all scored items. */
  sections(items: readonly ScoredUnit[]): DescribedSection[];
}

/** An item with the mean of its judges' scores, by dimension; empty where no judge gave a valid answer. */
export interface ScoredUnit {
  id: string;
  scores: Record<string, number>;
}

/** Rules for labelling a protocol's packets. */
interface LabelRules {
  /** Bounds of every score; null where only the packet itself has them. */
  scale: { low: number; high: number } | null;
  /** Difference up to which two people's scores count as the same opinion. */
  sameOpinion: number;
  /** True if scores can be given as bands. */
  hasBands: boolean;
  /** True if packets of one judging are scored in different dimensions, so that each is labelled only in its own. */
  asksOwnDimensions: boolean;
  /** Compared packets come from one judging, or each from a separate one. */
  pairsWithin: "judging" | "protocol";
  /** Path of a packet's page in `assay view`, after its address. Null if there is none. */
  page: (packet: Pick<JudgedPacket, "campaign" | "subject" | "case_id" | "repetition">) => string | null;
  /** Settings that name the judges when labelled packets are judged again. */
  againNeeds: readonly DefaultField[];
}

/** Finds a protocol's packets, and shows them as its judges saw them. */
export interface PacketReader {
  /** Current packets, with their text if the store does not keep it under its hash. */
  packets(
    store: Store,
    filter: PacketNames,
    onProblem: (problem: string) => void,
  ): AsyncIterable<FoundPacket> | Iterable<FoundPacket>;
  /** A packet for people: everything that the judge was shown, and nothing else. Null if the text is not a packet of this protocol. */
  sections(text: string): ShownSection[] | null;
  /** The scale of a dimension as the packet describes it; null if its judges were not asked to score it. */
  scaleOf(dimension: string, text: string): AnswerScale | null;
  /** The question about a dimension, if it has its own wording. */
  questionAbout?(dimension: string): string | null;
}

/** The parts of a store that pages and `assay show` read: records and texts. */
export type RecordReader = Pick<Store, "outputs" | "read" | "text">;

/** Shows named results. */
export interface ResultReader {
  /** Shows one unit of a result, such as a sample or item. Null if the result cannot be read at all. */
  show(records: RecordReader, result: NamedResult, unit: string): ShownUnit | UnknownUnit | null;
  /** Describes whole results for lists and pages; omitted by protocols with their own pages in the viewer. */
  whole?: {
    describe(result: NamedResult): DescribedJudging | null;
    /** Names of its units, as `show` takes them. */
    unitsOf(result: NamedResult): string[];
  };
}

/** A result without a unit of the requested name. */
export interface UnknownUnit {
  problem: string;
  /** `sample`, `item`. */
  kind: string;
  /** Existing names, if they can be listed. */
  known: readonly string[];
}

/** A judged unit for people, with its records. */
export interface ShownUnit {
  shown: ShownTrial;
  /** The packet that the judges saw; null if it was not judged. */
  packet: unknown;
  /** Everything as it is stored. */
  raw: unknown;
}

/** A result for lists and reports. */
export interface DescribedJudging {
  /** One line below its name. */
  note: string;
  /** A sentence about missing parts; null when it is complete. */
  missing: string | null;
  /** Facts for a list, the same ones for every result of the protocol. */
  facts: { name: string; value: string }[];
  cost_usd: number | null;
  sections: DescribedSection[];
}

/** A part of a report: a table, sentences, or both. */
export interface DescribedSection {
  id: string;
  title: string;
  table: { head: string[]; rows: string[][] } | null;
  lines: string[];
}

export interface FoundPacket {
  packet: JudgedPacket;
  text?: string;
}

/**
 * Names that select packets: `suite`, `runProfile`, `evaluationProfile`, or a protocol's folder. A profile may be named without
 * its fingerprint.
 */
export type PacketNames = Readonly<{ [name: string]: string | undefined }>;

/** A part of a packet under a heading, for people. The text is foreign: escape it before showing it. */
export interface ShownSection {
  title: string;
  text: string;
}

/** Bounds of a scale, null if unknown, and its bands. */
export interface AnswerScale {
  low: number | null;
  high: number | null;
  bands: { value: string; criteria: string }[];
}

/** The source of judges for stored packets: an evaluation profile, or a file of the protocol's own. */
export type JudgingAgain =
  | { by: "evaluation_profile"; asking(evaluation: LoadedEvaluationProfile): Promise<AskAgain> }
  | { by: "spec"; open(path: string, root: string): Promise<Loaded<JudgesAgain>> };

type AskAgain = (packet: JudgedPacket, text: string) => QuestionAgain;

export interface JudgesAgain {
  judges: NamedJudge[];
  maxConcurrency: number;
  ask: AskAgain;
}

import type { DefaultField, Loaded, LoadedEvaluationProfile } from "../config/index.ts";
import type { NamedResult, Store } from "../store/index.ts";
import type { JudgedPacket } from "./judged-packet.ts";
import type { QuestionAgain } from "./panel/judge-again.ts";
import type { NamedJudge } from "./panel/judges.ts";
import type { ShownTrial } from "./shown-trial.ts";

/**
 * Everything that the other rooms need to know about a way of judging. A new protocol is one more of these in the table. What takes long to load is
 * loaded by the functions that need it, so the table itself is light enough for `assay --help`.
 */
export interface Protocol {
  /** Folders below outputs/ that hold its results, and how many folders below each of them a lock is. */
  lockDepths: Readonly<Record<string, number>>;
  labels: LabelRules;
  /** Loads what finds its packets and shows them. */
  packets: () => Promise<PacketReader>;
  /** Loads what puts its packets before judges again. */
  again: () => Promise<JudgingAgain>;
}

/** A protocol whose results are kept under a name, in `outputs/<folder>/<name>/`. */
export interface NamedProtocol<ListedAs extends string = string> extends Protocol {
  /** Its name in the table; also the option that names one of its judgings: `--rubric <name>`. */
  folder: string;
  /** Without this file a folder holds no result. */
  resultFile: string;
  /** Files of a result that name the judge calls it rests on. */
  callFiles: readonly string[];
  /** The key of its list in the overview of a store. */
  listedAs: ListedAs;
  /** Loads what shows its results. */
  results: () => Promise<ResultReader>;
  /** How `assay show` names what a result consists of, in help: `items of a batch (batch/item_id)`. */
  shownAs: string;
  /** What one of its judgings consists of, in help: `samples judged by a rubric`. */
  holds: string;
}

/** How people label what a protocol shows to judges. */
interface LabelRules {
  /** Ends of every score; null where only the packet itself knows them. */
  scale: { low: number; high: number } | null;
  /** Scores of people that are no farther apart than this are one opinion put in two numbers. */
  sameOpinion: number;
  /** Whether scores can be given as bands. */
  hasBands: boolean;
  /** Whether packets of one judging are scored in different dimensions, so that each is asked only about its own. */
  asksOwnDimensions: boolean;
  /** Packets that are compared come from one judging, or each from a judging of its own. */
  pairsWithin: "judging" | "protocol";
  /** Where `assay view` shows a packet: what follows its address. Null where it has no page for it. */
  page: (packet: Pick<JudgedPacket, "campaign" | "subject" | "case_id" | "repetition">) => string | null;
  /** Settings that name the judges when labelled packets are judged again. */
  againNeeds: readonly DefaultField[];
}

/** Finds what was judged by a protocol, and shows it as its judges saw it. */
export interface PacketReader {
  /** Packets that are current; with their text where the store does not keep it under its hash. */
  packets(
    store: Store,
    filter: PacketNames,
    onProblem: (problem: string) => void,
  ): AsyncIterable<FoundPacket> | Iterable<FoundPacket>;
  /**
   * A packet as a person reads it: everything that the judge was shown, and nothing that it was not. Null for a text that is no packet of this
   * protocol.
   */
  sections(text: string): ShownSection[] | null;
  /** The scale of a dimension as the packet describes it; null when its judges were not asked to score it. */
  scaleOf(dimension: string, text: string): AnswerScale | null;
  /** The question about a dimension, where it has words of its own. */
  questionAbout?(dimension: string): string | null;
}

/** What there is of the store for pages and `assay show`: records and texts. */
export type RecordReader = Pick<Store, "outputs" | "read" | "text">;

/** Shows results that are kept under names. */
export interface ResultReader {
  /** Shows one sample, item or whatever a result consists of. Null where the result cannot be read at all. */
  show(records: RecordReader, result: NamedResult, unit: string): ShownUnit | UnknownUnit | null;
  /** Describes whole results for lists and pages; left out by protocols that the viewer has pages of their own for. */
  whole?: {
    describe(result: NamedResult): DescribedJudging | null;
    /** Names of its units, as `show` takes them. */
    unitsOf(result: NamedResult): string[];
  };
}

/** Says that a result has no unit of a name. */
export interface UnknownUnit {
  problem: string;
  /** `sample`, `item`. */
  kind: string;
  /** Names that there are, where they can be listed. */
  known: readonly string[];
}

/** Something that was judged, for people, and what is behind it. */
export interface ShownUnit {
  shown: ShownTrial;
  /** What the judges saw; null if it was not judged. */
  packet: unknown;
  /** Everything as it is stored. */
  raw: unknown;
}

/** A result as lists and reports have it. */
export interface DescribedJudging {
  /** One line below its name. */
  note: string;
  /** What is missing, in words; null when it is complete. */
  missing: string | null;
  /** Facts of a list, the same ones for every result of the protocol. */
  facts: { name: string; value: string }[];
  cost_usd: number | null;
  sections: DescribedSection[];
}

/** A part of a report: a table, sentences, or both. */
interface DescribedSection {
  id: string;
  title: string;
  table: { head: string[]; rows: string[][] } | null;
  lines: string[];
}

export interface FoundPacket {
  packet: JudgedPacket;
  text?: string;
}

/** Names that packets are chosen by: `suite`, `runProfile`, `evaluationProfile`, or a protocol's folder. A profile may be named without its fingerprint. */
export type PacketNames = Readonly<{ [name: string]: string | undefined }>;

/** A part of a packet under a heading, for people. The text is foreign: escape it before showing it. */
export interface ShownSection {
  title: string;
  text: string;
}

/** Ends of a scale, null where they are unknown, and its bands. */
export interface AnswerScale {
  low: number | null;
  high: number | null;
  bands: { value: string; criteria: string }[];
}

/** How stored packets are put before judges again: by an evaluation profile, or by a file of the protocol's own. */
export type JudgingAgain =
  | { by: "evaluation_profile"; asking(evaluation: LoadedEvaluationProfile): Promise<AskAgain> }
  | { by: "spec"; open(path: string, root: string): Promise<Loaded<JudgesAgain>> };

type AskAgain = (packet: JudgedPacket, text: string) => QuestionAgain;

export interface JudgesAgain {
  judges: NamedJudge[];
  maxConcurrency: number;
  ask: AskAgain;
}

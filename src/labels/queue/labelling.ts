import {
  LABEL_FORMAT,
  type LabelPurpose,
  type LabelRecord,
  type LabelValue,
  type WithdrawnLabel,
} from "../../records/index.ts";
import { appendLabels } from "../files/append-label.ts";
import type { ReadLabels } from "../files/read-labels.ts";
import { answerFrom, problemOfValue } from "./answer-from.ts";
import { composeTask, isQuoted, type LabelTask, type PacketsToShow, storedPreference } from "./label-task.ts";
import type { QueueEntry } from "./queue-entries.ts";

/** One annotator at work. Nothing is shown before the answer to what was shown before is on the disk. */
export interface Labelling {
  readonly annotator: string;
  progress(): { done: number; total: number };
  /** What to answer now; null when nothing is left. */
  current(): LabelTask | null;
  /** Which packet and question that is. It names the subject, so it is not for showing. */
  entry(): QueueEntry | null;
  /** What somebody typed in answer to what is shown, as a value; a sentence when it is none. */
  read(written: string): { value: LabelValue } | { problem: string };
  /** Stores an answer and goes on; a sentence when it can't be stored as it is, and then nothing changes. */
  answer(given: GivenAnswer): Promise<{ problem: string } | null>;
  /** Goes on without an answer; what was skipped comes again another time. */
  skip(): void;
  /** Takes back the last answer, or comes back to what was skipped last; false when there is nothing to take back. */
  undo(): Promise<boolean>;
  /** What could not be shown, one sentence each. */
  readonly problems: readonly string[];
}

interface GivenAnswer {
  /** Of a preference: `a` or `b` as they were shown, or `tie`. */
  value: LabelValue;
  quote?: string;
  note?: string;
}

export interface LabellingOptions {
  root: string;
  annotator: string;
  purpose: LabelPurpose;
  entries: readonly QueueEntry[];
  /** Answered before. */
  done: number;
  packets: PacketsToShow;
  /** What is written settles disagreements. */
  adjudicated?: boolean;
  /** When something was last written about the same; what is written now has to come after it. */
  lastWritten: ReadLabels["lastWritten"];
  now: () => Date;
}

export function openLabelling(options: LabellingOptions): Labelling {
  const { root, annotator, purpose, done, packets, adjudicated = false, lastWritten, now } = options;
  const problems: string[] = [];
  const entries = [...options.entries];
  const history: ({ label: LabelRecord } | { label: null })[] = [];
  let at = 0;
  let lastAt = 0;
  let shown: { at: number; task: LabelTask } | null = null;

  /** Never the same moment twice, and never an earlier one, whatever the clock does: of two lines the later counts. */
  function momentAfter(before: number): string {
    lastAt = Math.max(now().getTime(), lastAt + 1, before + 1);
    return new Date(lastAt).toISOString();
  }

  function current(): LabelTask | null {
    if (shown?.at === at) return shown.task;
    for (; at < entries.length; entries.splice(at, 1)) {
      const task = composeTask(entries[at]!, packets);
      if (!("problem" in task)) {
        shown = { at, task };
        return task;
      }
      problems.push(task.problem);
    }
    return null;
  }

  function labelOf(
    { packet, question, draw, purpose: ofEntry }: QueueEntry,
    { value, quote, note }: GivenAnswer,
  ): LabelRecord {
    const { packet_sha256 } = packet;
    const settles = adjudicated ? { adjudicated: true as const } : {};
    return {
      format: LABEL_FORMAT,
      packet_sha256,
      question,
      annotator,
      value:
        question.kind === "preference" ? storedPreference(value, packet_sha256, question.other_packet_sha256) : value,
      ...(quote === undefined ? {} : { quote }),
      ...(note === undefined ? {} : { note }),
      purpose: ofEntry ?? purpose,
      ...(draw === null || adjudicated ? {} : { draw }),
      ...settles,
      labelled_at: momentAfter(lastWritten({ packet_sha256, question, annotator, ...settles })),
    };
  }

  return {
    annotator,
    problems,
    progress: () => ({
      done: done + history.filter(({ label }) => label !== null).length,
      total: done + entries.length,
    }),
    current,
    entry: () => (current() === null ? null : entries[at]!),
    read(written) {
      const task = current();
      return task === null ? { problem: NOTHING_LEFT } : answerFrom(written, task.asked);
    },
    async answer(given) {
      const task = current();
      if (task === null) return { problem: NOTHING_LEFT };
      const problem = problemOfValue(given.value, task.asked);
      if (problem !== null) return { problem };
      if (given.quote !== undefined && !isQuoted(given.quote, [task.shared, ...task.shown]))
        return { problem: "The quote is not in what is shown; copy it word for word." };
      const label = labelOf(entries[at]!, given);
      await appendLabels(root, [label]);
      history.push({ label });
      at += 1;
      return null;
    },
    skip() {
      if (current() === null) return;
      history.push({ label: null });
      at += 1;
    },
    async undo() {
      const last = history.at(-1);
      if (last === undefined) return false;
      if (last.label !== null) await appendLabels(root, [withdrawalOf(last.label, momentAfter(0))]);
      history.pop();
      at -= 1;
      return true;
    },
  };
}

const NOTHING_LEFT = "There is nothing left to label.";

function withdrawalOf(label: LabelRecord, labelled_at: string): WithdrawnLabel {
  const { format, packet_sha256, question, annotator, adjudicated } = label;
  return {
    format,
    packet_sha256,
    question,
    annotator,
    withdrawn: true,
    ...(adjudicated ? { adjudicated } : {}),
    labelled_at,
  };
}

import {
  LABEL_FORMAT,
  type LabelPurpose,
  type LabelRecord,
  type LabelValue,
  type WithdrawnLabel,
} from "../../records/index.ts";
import { appendLabels } from "../files/append-label.ts";
import type { ReadLabels } from "../files/read-labels.ts";
import { parseAnswer, problemOfValue } from "./answer-from.ts";
import { composeTask, isQuoted, type LabelTask, type PacketsToShow, storedPreference } from "./label-task.ts";
import type { QueueEntry } from "./queue-entries.ts";

/** Labelling session. The next packet is shown only after the last answer is on disk. */
export interface Labelling {
  readonly annotator: string;
  progress(): { done: number; total: number };
  /** Current task; null when done. */
  current(): LabelTask | null;
  /** Packet and question of the current task. Names the subject, so it must not be shown. */
  entry(): QueueEntry | null;
  /** Parses a typed answer to the current task; returns a message if it is invalid. */
  read(written: string): { value: LabelValue } | { problem: string };
  /** Stores an answer and continues; returns a message and changes nothing if it is invalid. */
  answer(given: GivenAnswer): Promise<{ problem: string } | null>;
  /** Continues without an answer; the packet returns in another session. */
  skip(): void;
  /** Withdraws the last answer, or returns to the last skipped packet; false if there is neither. */
  undo(): Promise<boolean>;
  /** Messages about packets that could not be shown. */
  readonly problems: readonly string[];
}

interface GivenAnswer {
  /** For a preference: `a` or `b` as shown, or `tie`. */
  value: LabelValue;
  quote?: string;
  note?: string;
}

export interface LabellingOptions {
  root: string;
  annotator: string;
  purpose: LabelPurpose;
  entries: readonly QueueEntry[];
  /** Number of earlier answers. */
  done: number;
  packets: PacketsToShow;
  /** True if answers settle disagreements. */
  adjudicated?: boolean;
  /** Time of the last line about the same thing, which new lines must follow. */
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

  /** Returns strictly increasing times, whatever the clock does, as the later of two lines counts. */
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
      return task === null ? { problem: NOTHING_LEFT } : parseAnswer(written, task.asked);
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

import { groupBy, shortenMiddle, visibleJson } from "../../../text/index.ts";
import type { Packet, PacketEvent, Shortening } from "./packet.ts";

export interface FittedPacket {
  packet: Packet;
  /** The encoded packet, as sent. */
  text: string;
  /** False when the parts that must not be cut (expectations, rubric, anchors) already exceed the budget. */
  fits: boolean;
}

/** The cuts of a packet that is too large: every text to a share of `cap`, and lists to their first and last entries. */
interface Measure {
  cap: number;
  entries: number;
}

/** Minimum length of a useful text; entries in the middle of long lists are dropped first. */
const READABLE = 400;
const ENTRY_LIMITS = [Number.POSITIVE_INFINITY, 400, 150, 60, 20, 6];

/**
 * Encodes a packet within a budget of characters, keeping as much as possible: searches for the largest cap that fits, giving the
 * subject's final words and its task four times the room of a tool's output.
 */
export function fitPacket(full: Packet, budget: number): FittedPacket {
  const whole = render(full, { cap: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY });
  if (whole.text.length <= budget) return { ...whole, fits: true };
  const longest = longestText(full);
  for (const entries of ENTRY_LIMITS) {
    const smallest = render(full, { cap: READABLE, entries });
    if (smallest.text.length <= budget)
      return { ...largestThatFits(full, entries, READABLE, longest, budget), fits: true };
  }
  const entries = ENTRY_LIMITS.at(-1)!;
  const barest = render(full, { cap: 0, entries });
  if (barest.text.length <= budget) return { ...largestThatFits(full, entries, 0, READABLE, budget), fits: true };
  return { ...render(full, { cap: READABLE, entries }), fits: false };
}

/** `low` fits; the size grows with the cap except for an occasional marker, so bisection finds a good cap. */
function largestThatFits(full: Packet, entries: number, low: number, high: number, budget: number) {
  let best = render(full, { cap: low, entries });
  while (high - low > 8) {
    const cap = (low + high) >> 1;
    const tried = render(full, { cap, entries });
    if (tried.text.length <= budget) {
      best = tried;
      low = cap;
    } else high = cap;
  }
  return best;
}

function render(full: Packet, { cap, entries }: Measure): Omit<FittedPacket, "fits"> {
  const cuts: Cut[] = [];
  const cut = (where: string, text: string, room: number): string => {
    const { text: kept, leftOut } = shortenMiddle(text, room);
    if (leftOut > 0) cuts.push({ where, leftOut });
    return kept;
  };
  const { evaluation_target: target, subject_response: response, execution_evidence: evidence } = full;
  const fitted: Omit<Packet, "shortened"> = {
    schema_version: full.schema_version,
    evaluation_target: {
      ...target,
      task_messages: target.task_messages.map((message, index) => ({
        ...message,
        content: cut(`evaluation_target.task_messages[${index}]`, message.content, cap * 4),
      })),
    },
    subject_response: {
      ...response,
      final_output: response.final_output && cut("subject_response.final_output", response.final_output, cap * 4),
      // Events refer to messages by index, so a dropped message leaves its place empty.
      assistant_messages: response.assistant_messages.map((text, index, { length }) => {
        const where = `subject_response.assistant_messages[${index}]`;
        if (!isMiddle(index, length, entries)) return cut(where, text, cap * 2);
        cuts.push({ where, leftOut: text.length });
        return "";
      }),
    },
    execution_evidence: {
      ...evidence,
      check_results: evidence.check_results.map((result, index) =>
        result.message === undefined
          ? result
          : {
              ...result,
              message: cut(`execution_evidence.check_results[${index}]`, result.message, Math.max(cap, READABLE)),
            },
      ),
      key_trace_events: withoutMiddle(evidence.key_trace_events, entries).map((event) => cutEvent(event, cut, cap)),
      artifacts: evidence.artifacts.slice(0, entries).map((artifact) =>
        artifact.excerpt === undefined
          ? artifact
          : {
              ...artifact,
              excerpt: cut(
                `execution_evidence.artifacts ${artifact.basename}`,
                artifact.excerpt,
                Math.min(cap, LONGEST_EXCERPT),
              ),
            },
      ),
      material_failures: evidence.material_failures.map((failure, index) => ({
        ...failure,
        message: cut(`execution_evidence.material_failures[${index}]`, failure.message, cap * 2),
      })),
    },
  };
  const shortened = [...gather(cuts), ...missingEntries(full, entries)];
  const packet: Packet = { ...fitted, shortened };
  return { packet, text: visibleJson(packet) };
}

/** Excerpts are short even when there is room: the judge needs to see what a file is, not to read it all. */
const LONGEST_EXCERPT = 6000;

interface Cut {
  where: string;
  leftOut: number;
}

function cutEvent(
  event: PacketEvent,
  cut: (where: string, text: string, room: number) => string,
  cap: number,
): PacketEvent {
  if (event.kind === "tool_call")
    return {
      ...event,
      arguments: cut(`execution_evidence.key_trace_events event ${event.event}`, event.arguments, cap),
    };
  if (event.kind === "tool_result" && event.content !== undefined)
    return { ...event, content: cut(`execution_evidence.key_trace_events event ${event.event}`, event.content, cap) };
  if (event.kind === "account_differs")
    return { ...event, message: cut(`execution_evidence.key_trace_events event ${event.event}`, event.message, cap) };
  return event;
}

function isMiddle(index: number, length: number, limit: number): boolean {
  return length > limit && index >= Math.ceil(limit / 2) && index < length - Math.floor(limit / 2);
}

function withoutMiddle(events: PacketEvent[], limit: number): PacketEvent[] {
  if (events.length <= limit) return events;
  const kept = events.filter((_, index) => !isMiddle(index, events.length, limit));
  kept.splice(Math.ceil(limit / 2), 0, { kind: "left_out", events: events.length - kept.length });
  return kept;
}

function missingEntries({ execution_evidence: { key_trace_events, artifacts } }: Packet, limit: number): Shortening[] {
  const lists: [string, unknown[], unknown[]][] = [
    [
      "key_trace_events",
      key_trace_events,
      key_trace_events.filter((_, at, { length }) => !isMiddle(at, length, limit)),
    ],
    ["artifacts", artifacts, artifacts.slice(0, limit)],
  ];
  return lists
    .filter(([, list, kept]) => kept.length < list.length)
    .map(([name, list, kept]) => ({
      where: `execution_evidence.${name}`,
      entries_left_out: list.length - kept.length,
      characters_left_out: lengthOf(list) - lengthOf(kept),
    }));
}

/** Summarizes a long list of cuts, which would itself need room; past a dozen they are summed per section. */
function gather(cuts: Cut[]): Shortening[] {
  if (cuts.length <= 12) return cuts.map(({ where, leftOut }) => ({ where, characters_left_out: leftOut }));
  const sections = groupBy(cuts, ({ where }) => where.replace(/(?:\[| ).*$/, ""));
  return [...sections].map(([where, inSection]) => ({
    where,
    texts: inSection.length,
    characters_left_out: inSection.reduce((sum, { leftOut }) => sum + leftOut, 0),
  }));
}

function longestText(full: Packet): number {
  let longest = 0;
  JSON.stringify(full, (_, value) => {
    if (typeof value === "string") longest = Math.max(longest, value.length);
    return value;
  });
  return longest;
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

import type { AnswerCollector } from "../gateway/index.ts";
import { openJsonScan, scanJson } from "../text/index.ts";
import { openEventStream } from "./wire/event-stream.ts";

/** Reads an answer as it passes. */
export interface AnswerBytes {
  push(bytes: Buffer): void;
  /** The reason why part of it could not be read; null if all could. Call once, after the last byte. */
  end(): string | null;
}

/** @param contentType tells an event stream from a single document */
export function readAnswerBytes(contentType: string, collector: AnswerCollector): AnswerBytes {
  return /^text\/event-stream\b/i.test(contentType) ? readEvents(collector) : readDocument(collector);
}

function readEvents(collector: AnswerCollector): AnswerBytes {
  let broken = 0;
  let tooMany = false;
  const events = openEventStream((data) => {
    if (data.trim() === "[DONE]") return collector.end();
    if (hasTooManyValues(data)) {
      tooMany = true;
      return;
    }
    try {
      collector.take(JSON.parse(data));
    } catch {
      broken += 1;
    }
  });
  return {
    push: (bytes) => events.push(bytes),
    end() {
      if (events.problem() !== null) return events.problem();
      if (tooMany) return TOO_MANY_VALUES;
      if (broken > 0) return broken === 1 ? "an event is not JSON" : `${broken} events are not JSON`;
      if (events.atBoundary()) return null;
      events.end();
      // A broken event or an unfinished answer means that the stream was cut off.
      return broken === 0 && collector.answer().complete ? null : "the stream ended in the middle of an event";
    },
  };
}

/** Strips the byte-order mark that some servers send; agents do not see it either. */
const UTF8 = new TextDecoder();

function readDocument(collector: AnswerCollector): AnswerBytes {
  let chunks: Buffer[] = [];
  const scan = openJsonScan();
  let values = 0;
  return {
    push(bytes) {
      scanJson(scan, bytes);
      values += scan.values;
      if (values > MOST_VALUES) chunks = [];
      else chunks.push(bytes);
    },
    end() {
      if (values > MOST_VALUES) return TOO_MANY_VALUES;
      try {
        collector.take(JSON.parse(UTF8.decode(Buffer.concat(chunks))));
        return null;
      } catch {
        return "the answer is not JSON";
      }
    },
  };
}

/** Some models report hundreds of alternatives per token with their probabilities. Parsing more values would block everyone. */
const MOST_VALUES = 2_000_000;

const TOO_MANY_VALUES = `the answer holds more than ${MOST_VALUES} values`;

function hasTooManyValues(data: string): boolean {
  if (data.length <= MOST_VALUES) return false;
  const scan = openJsonScan();
  scanJson(scan, Buffer.from(data));
  return scan.values > MOST_VALUES;
}

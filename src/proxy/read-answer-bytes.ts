import { type AnswerCollector, openEventStream } from "./wire/index.ts";

/** Reads an answer while it passes. */
export interface AnswerBytes {
  push(bytes: Buffer): void;
  /** Why not all of it could be read; null when it could. Asked once, after the last byte. */
  end(): string | null;
}

/** @param contentType says whether events come, or one document */
export function readAnswerBytes(contentType: string, collector: AnswerCollector): AnswerBytes {
  return /^text\/event-stream\b/i.test(contentType) ? readEvents(collector) : readDocument(collector);
}

function readEvents(collector: AnswerCollector): AnswerBytes {
  let broken = 0;
  const events = openEventStream((data) => {
    if (data.trim() === "[DONE]") return collector.end();
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
      if (broken > 0) return broken === 1 ? "an event is not JSON" : `${broken} events are not JSON`;
      if (events.atBoundary()) return null;
      events.end();
      // Cut short would be an event that cannot be read, or an answer that has not come to its end.
      return broken === 0 && collector.answer().complete ? null : "the stream ended in the middle of an event";
    },
  };
}

/** Without the mark that some servers begin with: agents do not see it either. */
const UTF8 = new TextDecoder();

function readDocument(collector: AnswerCollector): AnswerBytes {
  const chunks: Buffer[] = [];
  return {
    push: (bytes) => void chunks.push(bytes),
    end() {
      try {
        collector.take(JSON.parse(UTF8.decode(Buffer.concat(chunks))));
        return null;
      } catch {
        return "the answer is not JSON";
      }
    },
  };
}

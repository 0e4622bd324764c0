/** Reads server-sent events from bytes that may be cut anywhere. */
export interface EventStream {
  push(bytes: Uint8Array): void;
  /** Call after the last byte. Some servers omit the empty line after their last event, so any remainder counts as one. */
  end(): void;
  /** The reason why reading stopped; null while all is well. */
  problem(): string | null;
  /** True when no unfinished event is left over. */
  atBoundary(): boolean;
}

/** The last event of one format repeats the whole answer; anything larger is not honest. */
const LONGEST_LINE = 32 * 1024 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** @param onData called with the data of every event, in order; event names add nothing to the data */
export function openEventStream(onData: (data: string) => void): EventStream {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let skipLineFeed = false;
  let isFirstLine = true;
  let data: string[] = [];
  let problem: string | null = null;

  function endLine(): void {
    const line = lineOf(Buffer.concat(pieces));
    pieces = [];
    length = 0;
    if (line === "") endEvent();
    else if (line === "data") data.push("");
    else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
  }

  function endEvent(): void {
    if (data.length > 0) onData(data.join("\n"));
    data = [];
  }

  function lineOf(bytes: Buffer): string {
    const line = bytes.toString("utf8");
    const unmarked = isFirstLine && line.startsWith("\ufeff") ? line.slice(1) : line;
    isFirstLine = false;
    return unmarked;
  }

  function take(part: Uint8Array): void {
    if (part.length === 0) return;
    pieces.push(part);
    length += part.length;
    if (length > LONGEST_LINE) {
      problem = `an event is longer than ${LONGEST_LINE / 1024 / 1024} MB`;
      pieces = [];
    }
  }

  return {
    push(bytes) {
      let from = 0;
      for (let at = 0; at < bytes.length && problem === null; at += 1) {
        const byte = bytes[at];
        if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) {
          skipLineFeed = false;
          continue;
        }
        const endsTheLast = skipLineFeed && byte === LINE_FEED && at === from;
        skipLineFeed = byte === CARRIAGE_RETURN;
        if (!endsTheLast) {
          take(bytes.subarray(from, at));
          endLine();
        }
        from = at + 1;
      }
      if (problem === null) take(bytes.subarray(from));
    },
    end() {
      if (length > 0 && problem === null) endLine();
      endEvent();
    },
    problem: () => problem,
    atBoundary: () => length === 0 && data.length === 0,
  };
}

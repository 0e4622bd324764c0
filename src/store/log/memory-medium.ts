import type { Medium, StoredSegment } from "./medium.ts";

interface MemorySegment {
  name: string;
  /** Appended bytes by offset. */
  chunks: Map<number, Buffer>;
  size: number;
  index: string;
}

/** Keeps segments for the lifetime of the process, for programs that need no files, and for tests. */
export function memoryMedium(): Medium {
  const segments: MemorySegment[] = [];
  return {
    segments: () => segments.map(stored),
    close() {},
    openWriter() {
      let own: MemorySegment | null = null;
      return {
        segment: () => own && stored(own),
        append(line) {
          if (!own) {
            const name = `memory-${String(segments.length + 1).padStart(6, "0")}`;
            own = { name, chunks: new Map(), size: 0, index: "" };
            segments.push(own);
          }
          const bytes = Buffer.from(line);
          const offset = own.size;
          own.chunks.set(offset, bytes);
          own.size += bytes.length;
          return { offset, length: bytes.length };
        },
        appendIndex(text) {
          if (own) own.index += text;
        },
        async sync() {},
        close() {},
      };
    },
  };
}

function stored(segment: MemorySegment): StoredSegment {
  return {
    name: segment.name,
    size: () => segment.size,
    read(offset, length) {
      const whole = segment.chunks.get(offset);
      if (whole?.length === length) return whole;
      return Buffer.concat([...segment.chunks.values()]).subarray(offset, offset + length);
    },
    readIndex: () => Buffer.from(segment.index),
    replaceIndex(text) {
      segment.index = text;
    },
    isBeingWritten: () => false,
    hasRunningWriter: () => false,
  };
}

import type { WireMeter } from "./wire-meter.ts";

/** A `fetch` that counts response bytes, decompressed ones at their full size, and aborts when a budget is exceeded. */
export function boundedFetch({ openStream, problem }: WireMeter): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const received = openStream();
    let line: Uint8Array[] = [];
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!received(chunk)) return controller.error(new Error(problem() ?? "the connection has ended"));
        // Whole lines only, because an event reader rescans an unfinished one with every piece.
        const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
        if (end > 0) {
          controller.enqueue(Buffer.concat([...line, chunk.subarray(0, end)]));
          line = [];
        }
        if (end < chunk.length) line.push(chunk.subarray(end));
      },
      flush(controller) {
        if (line.length > 0) controller.enqueue(Buffer.concat(line));
      },
    });
    const bounded = new Response(response.body.pipeThrough(counting), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
    // Callers expect the address that answered.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

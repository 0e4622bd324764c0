import type { WireMeter } from "./wire-meter.ts";

/** `fetch` whose answers are counted, unpacked ones as what they unpack to, and end where a budget does. */
export function boundedFetch({ openStream, problem }: WireMeter): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const received = openStream();
    let line: Uint8Array[] = [];
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!received(chunk)) return controller.error(new Error(problem() ?? "the connection has ended"));
        // Whole lines only: what reads events looks through an unfinished one again with every piece of it.
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
    // Whoever looks at it wants the address that answered.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

const MOST_BYTES = 8 * 1024 * 1024;

/** `fetch` whose answers cannot fill our memory, however long a server goes on. */
export async function boundedFetch(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(new Error(`the server sent more than ${MOST_BYTES} bytes`));
      else controller.enqueue(chunk);
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
}

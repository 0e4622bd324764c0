import { request as openRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { asked, bearer, CHAT_PATH, openedProxy } from "../../test/support/opened-proxy.ts";
import { WIRE_SAMPLES, type WireSample } from "../../test/support/wire-streams.ts";
import { startUpstream } from "../../test/support/wire-upstream.ts";

const [CHAT] = WIRE_SAMPLES as [WireSample];
const when = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe("connections that end early", () => {
  test("a provider that dies in the middle breaks the agent's connection too", async () => {
    const upstream = await startUpstream(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(CHAT.streamed.slice(0, 400));
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.destroy();
    });
    const proxy = await openedProxy(upstream);
    const answer = await asked(proxy);
    expect([answer.broken, answer.text]).toEqual([true, CHAT.streamed.slice(0, 400)]);
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "cut_off", usage: null, http_status: 200 });
  });

  test("a provider that cannot be reached is told to the agent as 502", async () => {
    const upstream = await startUpstream((_, response) => response.destroy());
    const proxy = await openedProxy(upstream);
    const { status, text } = await asked(proxy);
    expect([status, JSON.parse(text).error.message]).toEqual([502, expect.stringContaining("gave no answer")]);
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "unreachable", http_status: null });
  });

  test("a provider that falls silent is given up", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(CHAT.streamed.slice(0, 400));
    });
    const proxy = await openedProxy(upstream, { limits: { idleSeconds: 0.3 } });
    expect((await asked(proxy)).broken).toBe(true);
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "cut_off" });
  });

  test.each(["before the answer", "in the answer"])(
    "an agent that hangs up %s ends the request to the provider, which is read on for a while before",
    async (place) => {
      const upstream = await startUpstream((_, response) => {
        if (place === "before the answer") return;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(CHAT.streamed.slice(0, 400));
      });
      const proxy = await openedProxy(upstream, { limits: { drainSeconds: 0.1 } });
      const socketPath = proxy.address.kind === "socket" ? proxy.address.socket : "";
      const request = openRequest({ socketPath, path: CHAT_PATH, method: "POST", headers: bearer(proxy) });
      request.on("error", () => {});
      request.end(JSON.stringify({ ...CHAT.request, stream: true }));
      await when(() => upstream.requests.length === 1);
      setTimeout(() => request.destroy(), 30);
      await when(() => upstream.hungUp() === 1 && proxy.record().exchanges[0]?.outcome === "left");
      expect(proxy.record().exchanges).toHaveLength(1);
    },
  );

  test("the end of the trial ends everything, and what was under way is recorded as that", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(CHAT.streamed.slice(0, 400));
    });
    const over = new AbortController();
    const proxy = await openedProxy(upstream, { signal: over.signal });
    const answer = asked(proxy);
    await when(() => upstream.requests.length === 1);
    over.abort();
    // The beginning of the answer may not have arrived yet.
    expect(await isBroken(answer)).toBe(true);
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "ended" });
  });

  test("the end of the trial also ends what was not answered at all", async () => {
    const upstream = await startUpstream(() => {});
    const over = new AbortController();
    const proxy = await openedProxy(upstream, { signal: over.signal });
    const answer = asked(proxy);
    await when(() => upstream.requests.length === 1);
    over.abort();
    expect(await isBroken(answer)).toBe(true);
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "ended", http_status: null });
  });

  test("a reader that is slow slows the provider down", async () => {
    let written = 0;
    const upstream = await startUpstream(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: "x".repeat(60_000) } }] })}\n\n`;
      for (; written < 500 && !response.destroyed; written += 1)
        if (!response.write(chunk)) await new Promise((resolve) => response.once("drain", resolve));
      response.end("data: [DONE]\n\n");
    });
    const proxy = await openedProxy(upstream);
    const socketPath = proxy.address.kind === "socket" ? proxy.address.socket : "";
    const received = await new Promise<number>((resolve) => {
      const request = openRequest(
        { socketPath, path: CHAT_PATH, method: "POST", headers: bearer(proxy) },
        (response) =>
          void setTimeout(() => {
            const whileAsleep = written;
            response.resume();
            response.on("end", () => resolve(whileAsleep));
          }, 300),
      );
      request.end(JSON.stringify({ ...CHAT.request, stream: true }));
    });
    expect(received).toBeLessThan(300);
    expect(written).toBe(500);
    expect((await proxy.close()).exchanges[0]!.outcome).toBe("answered");
  });
});

/** True if the answer broke off, or never began. */
function isBroken(answer: ReturnType<typeof asked>): Promise<boolean> {
  return answer.then(
    ({ broken }) => broken,
    () => true,
  );
}

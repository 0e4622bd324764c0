import { expect, test } from "vitest";
import { asked, openedProxy } from "../../test/support/opened-proxy.ts";
import { WIRE_SAMPLES } from "../../test/support/wire-streams.ts";
import { answering, startUpstream, streaming, type UpstreamRequest } from "../../test/support/wire-upstream.ts";

const REFUSED = { error: { message: "no" } };
/** Ours is the only request that wants no more than a few tokens. */
const isOurs = ({ text }: UpstreamRequest) => /"(?:max_tokens|max_output_tokens|maxOutputTokens)":16\b/.test(text);

for (const sample of WIRE_SAMPLES) {
  test.each([401, 402, 403, 404])(
    `${sample.format}: a provider that answers %i to us too refuses everybody`,
    async (status) => {
      const upstream = await startUpstream(answering(REFUSED, status));
      const proxy = await openedProxy(upstream);
      await asked(proxy, sample);
      expect((await proxy.close()).refuses_us_too).toBe(true);
      expect(upstream.requests.some(isOurs)).toBe(true);
    },
  );

  test.each([401, 402, 403, 404])(`${sample.format}: a %i that the agent brought about is its own`, async (status) => {
    const upstream = await startUpstream((request, response) =>
      isOurs(request) ? streaming("{}")(request, response) : answering(REFUSED, status)(request, response),
    );
    const proxy = await openedProxy(upstream);
    await asked(proxy, sample);
    const { refuses_us_too, exchanges } = await proxy.close();
    expect([refuses_us_too, exchanges.length, upstream.requests.length]).toEqual([undefined, 1, 2]);
  });
}

const [CHAT] = WIRE_SAMPLES;

test("what our own question cost is paid for", async () => {
  const usage = { prompt_tokens: 8, completion_tokens: 1, cost: 0.00001 };
  const upstream = await startUpstream((request, response) =>
    (isOurs(request) ? answering({ usage }) : answering(REFUSED, 403))(request, response),
  );
  const paid: (number | null)[] = [];
  const proxy = await openedProxy(upstream, { spending: { refusal: () => null, paid: (usd) => void paid.push(usd) } });
  await asked(proxy);
  await proxy.close();
  expect(paid).toEqual([0.00001]);
});

test.each([
  ["another failure", 500],
  ["an answer", 200],
])("nothing is asked after %s", async (_, status) => {
  const upstream = await startUpstream(status === 200 ? streaming(CHAT!.streamed) : answering(REFUSED, status));
  const proxy = await openedProxy(upstream);
  await asked(proxy);
  await proxy.close();
  expect(upstream.requests).toHaveLength(1);
});

test("nothing is asked of anybody once the campaign was interrupted", async () => {
  const interrupt = new AbortController();
  const upstream = await startUpstream(answering(REFUSED, 401));
  const proxy = await openedProxy(upstream, { signal: interrupt.signal });
  await asked(proxy);
  interrupt.abort();
  expect((await proxy.close()).refuses_us_too).toBeUndefined();
  expect(upstream.requests).toHaveLength(1);
});

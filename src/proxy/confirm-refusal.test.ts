import { expect, test } from "vitest";
import { limitedSpending } from "../../test/support/limited-spending.ts";
import { asked, openedProxy } from "../../test/support/opened-proxy.ts";
import { WIRE_SAMPLES } from "../../test/support/wire-streams.ts";
import { answering, startUpstream, streaming, type UpstreamRequest } from "../../test/support/wire-upstream.ts";

const REFUSED = { error: { message: "no" } };
/** Only our own request asks for so few tokens. */
const isOurs = ({ text }: UpstreamRequest) =>
  /"(?:max_tokens|max_completion_tokens|max_output_tokens|maxOutputTokens)":16\b/.test(text);

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

for (const sample of WIRE_SAMPLES)
  test.each([400, 413, 422])(
    `${sample.format}: a %i is the agent's where a request of ours is answered, and nobody's where it is not`,
    async (status) => {
      const told = async (toOurs: number) => {
        const upstream = await startUpstream((request, response) =>
          answering(REFUSED, isOurs(request) ? toOurs : status)(request, response),
        );
        const proxy = await openedProxy(upstream);
        await asked(proxy, sample);
        const { answers_us, refuses_us_too } = await proxy.close();
        return [answers_us, refuses_us_too];
      };
      expect(await told(200)).toEqual([true, undefined]);
      for (const toOurs of [400, 401, 429, 500]) expect(await told(toOurs)).toEqual([undefined, undefined]);
    },
  );

const [CHAT] = WIRE_SAMPLES;

test("a model that takes another limit on its tokens is asked with that", async () => {
  const upstream = await startUpstream((request, response) =>
    answering(REFUSED, request.text.includes('"max_completion_tokens"') ? 200 : 400)(request, response),
  );
  const proxy = await openedProxy(upstream);
  await asked(proxy);
  expect((await proxy.close()).answers_us).toBe(true);
});

test("an error in an answer that began as a success counts as what it names", async () => {
  const error = { message: "upstream says no", code: 400 };
  const upstream = await startUpstream((request, response) =>
    answering(isOurs(request) ? { choices: [] } : { error })(request, response),
  );
  const proxy = await openedProxy(upstream);
  await asked(proxy);
  const { answers_us, exchanges } = await proxy.close();
  expect([answers_us, exchanges[0]?.http_status, exchanges[0]?.outcome]).toEqual([true, 400, "provider_error"]);
});

test("what our own question cost is paid for", async () => {
  const usage = { prompt_tokens: 8, completion_tokens: 1, cost: 0.00001 };
  const upstream = await startUpstream((request, response) =>
    (isOurs(request) ? answering({ usage }) : answering(REFUSED, 403))(request, response),
  );
  const spending = await limitedSpending(1);
  const proxy = await openedProxy(upstream, { spending });
  await asked(proxy);
  await proxy.close();
  expect(spending.ledger.totalUsd()).toBe(0.00001);
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

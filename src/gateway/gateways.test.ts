import { expect, onTestFinished, test } from "vitest";
import { scriptedProvider } from "../../test/support/scripted-provider.ts";
import { openGateways } from "./gateways.ts";

const ask = { model: "m", messages: [{ role: "user" as const, content: "Hi" }], options: {} };
const settings = { timeoutSeconds: 5, retries: 0 };

function open(env: Record<string, string | undefined>) {
  const gateways = openGateways({ env });
  onTestFinished(() => gateways.close());
  return gateways;
}

test("OpenRouter's public API is the default, and its key is asked for by name", () => {
  expect(open({}).problem("openai/gpt-4o-mini")).toBe(
    "No key for https://openrouter.ai/api/v1: OPENROUTER_API_KEY is not set. Set OPENROUTER_API_KEY in the environment or in the workspace's .env file, give the model a gateway of its own, or use an offline/… model.",
  );
  expect(open({ OPENROUTER_API_KEY: "key" }).problem("openai/gpt-4o-mini")).toBeNull();
  expect(open({ OPENROUTER_API_KEY: "key" }).forModel("openai/gpt-4o-mini")).toMatchObject({
    endpoint: "https://openrouter.ai/api/v1",
    offline: false,
  });
});

test.each([
  [
    "OPENROUTER_BASE_URL",
    { OPENROUTER_BASE_URL: "nowhere", OPENROUTER_API_KEY: "key" },
    undefined,
    "must be an http or https URL",
  ],
  ["its own key variable", {}, { base_url: "http://x/v1", api_key_env: "MY_KEY" }, "MY_KEY is not set"],
  ["an empty key", { MY_KEY: " " }, { base_url: "http://x/v1", api_key_env: "MY_KEY" }, "MY_KEY is not set"],
  ["a header variable", {}, { base_url: "http://x/v1", headers: { "X-Team": "$TEAM" } }, '"X-Team" needs TEAM'],
  ["a line break in a header", { T: "a\nb" }, { base_url: "http://x/v1", headers: { X: "$T" } }, "cannot be sent"],
  ["a header name", {}, { base_url: "http://x/v1", headers: { "no good": "x" } }, "cannot be sent"],
])("a problem with %s is told before anything is sent", async (_, env, config, expected) => {
  const gateways = open(env);
  expect(gateways.problem("m", config)).toContain(expected);
  expect(await gateways.forModel("m", config).complete(ask, settings)).toMatchObject({
    status: "provider_error",
    permanent: true,
    message: expect.stringContaining(expected),
  });
});

test("an endpoint has the same name with and without its key, so that what is stored is found without it", () => {
  const config = { base_url: "https://me:secret@llm.example.com/v1/", api_key_env: "MINE" };
  expect(open({}).forModel("m", config).endpoint).toBe("https://llm.example.com/v1");
  expect(open({ MINE: "key-0123456789" }).forModel("m", config).endpoint).toBe("https://llm.example.com/v1");
  expect(open({}).forModel("m").endpoint).toBe("https://openrouter.ai/api/v1");
});

test("a gateway without api_key_env sends no key, even when OpenRouter's is set", async () => {
  const provider = await scriptedProvider(["ok"]);
  const gateway = open({ OPENROUTER_API_KEY: "key-0123456789" }).forModel("m", { base_url: provider.baseUrl });
  await gateway.complete(ask, settings);
  expect(provider.requests[0]!.headers.authorization).toBeUndefined();
});

test("headers are sent with variables read from the environment", async () => {
  const provider = await scriptedProvider(["ok"]);
  const gateways = open({ TEAM: "blue-team", TOKEN: "tok-0123456789" });
  const headers = { "X-Team": "team $TEAM", Authorization: "Token $TOKEN" };
  await gateways.forModel("m", { base_url: `${provider.baseUrl}/`, headers }).complete(ask, settings);
  expect(provider.requests).toMatchObject([
    {
      path: "/v1/chat/completions",
      headers: { "x-team": "team blue-team", authorization: "Token tok-0123456789" },
    },
  ]);
  expect(gateways.secrets()).toEqual(["blue-team", "tok-0123456789"]);
});

test("credentials of a base URL are sent, but are no part of the endpoint's name", async () => {
  const provider = await scriptedProvider(["ok"]);
  const base_url = `${provider.baseUrl.replace("//", "//me:s%40cret-word@")}?api-version=2`;
  const gateways = open({});
  const gateway = gateways.forModel("m", { base_url });
  await gateway.complete(ask, settings);
  expect(gateway.endpoint).toBe(provider.baseUrl);
  expect(provider.requests).toMatchObject([
    {
      path: "/v1/chat/completions?api-version=2",
      headers: { authorization: `Basic ${Buffer.from("me:s@cret-word").toString("base64")}` },
    },
  ]);
  expect(gateways.secrets()).toContain("s@cret-word");
});

test("what a header or a parameter of the base URL announces is a secret, even where it is not from the environment", async () => {
  const provider = await scriptedProvider(["ok"]);
  const gateways = open({});
  const headers = {
    "x-api-key": "literal-0123456789",
    Authorization: "Token tok-0123456789",
    Cookie: "sid=abc123def456",
    "X-Team": "blue",
  };
  gateways.forModel("m", { base_url: `${provider.baseUrl}?key=in-the-url-0123&api-version=2`, headers });
  expect(gateways.secrets()).toEqual(["in-the-url-0123", "literal-0123456789", "sid=abc123def456", "tok-0123456789"]);
});

test("a base URL that already names the resource is not extended", async () => {
  const provider = await scriptedProvider(["ok"]);
  const gateway = open({}).forModel("m", { base_url: `${provider.baseUrl}/chat/completions` });
  await gateway.complete(ask, settings);
  expect(provider.requests[0]!.path).toBe("/v1/chat/completions");
  expect(gateway.endpoint).toBe(provider.baseUrl);
});

test("secrets are the keys in use and OpenRouter's, if it is there", () => {
  const gateways = open({ OPENROUTER_API_KEY: "key-0123456789", MINE: "mine-0123456789", OTHER: "not used" });
  gateways.problem("m", { base_url: "http://x/v1", api_key_env: "MINE" });
  expect(gateways.secrets()).toEqual(["key-0123456789", "mine-0123456789"]);
});

test("an unknown offline model is a problem that lists the known ones", () => {
  expect(open({}).problem("offline/dilligent")).toMatch(
    /^There is no offline model "offline\/dilligent"\. Known are .*offline\/judge/,
  );
  expect(open({}).problem("offline/constructor")).toContain("There is no offline model");
});

test("offline models need no key and no network", async () => {
  const gateways = open({});
  expect(gateways.problem("offline/judge")).toBeNull();
  expect(gateways.forModel("offline/judge")).toMatchObject({ endpoint: "offline", offline: true });
});

import { expect, onTestFinished, test, vi } from "vitest";
import { scriptedProvider } from "../../test/support/scripted-provider.ts";
import { openGateways } from "./index.ts";

vi.mock("undici", () => {
  throw new Error("all of undici was loaded");
});

test("the first request does not wait for parts of undici that it does not need", async () => {
  const provider = await scriptedProvider(["answered"]);
  const gateways = openGateways({
    env: { OPENROUTER_API_KEY: "key-for-tests", OPENROUTER_BASE_URL: provider.baseUrl },
  });
  onTestFinished(() => gateways.close());
  const request = { model: "some/model", messages: [{ role: "user" as const, content: "hello" }], options: {} };
  const outcome = await gateways.forModel("some/model").complete(request, { timeoutSeconds: 5, retries: 0 });
  expect(outcome).toMatchObject({ status: "answered", message: { content: "answered" } });
});

import { type ScriptedServer, scriptedProvider } from "../../support/scripted-provider.ts";

/**
 * A provider that answers as the request itself says, in a field that no real one knows. With it the stand-in for OpenClaw can send over
 * the wire what the real one was recorded to have sent.
 */
export function obedientProvider(): Promise<ScriptedServer> {
  return scriptedProvider(({ body }) => {
    const { status = 200, content = null, tool_calls, usage } = body?.answer_with ?? {};
    if (status !== 200) return { status, body: { error: { message: `it was told to say ${status}` } } };
    const message = { role: "assistant", content, ...(tool_calls ? { tool_calls } : {}) };
    const choices = [{ index: 0, message, finish_reason: tool_calls ? "tool_calls" : "stop" }];
    return { status: 200, body: { model: body?.model, provider: "Obedient", choices, usage } };
  });
}

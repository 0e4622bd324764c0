import type { Script, ScriptedAnswer } from "../../support/scripted-server.ts";
import type { Protocol } from "../protocols.ts";

/** Texts of a judge in place of its answer, or around it. */
export const JUDGE_ANSWERS: Record<string, (nested: string, valid: string) => string> = {
  whole: (nested) => nested,
  field: (nested, valid) => valid.replace("{", () => `{"x":${nested},`),
  "behind prose": (nested, valid) => `I think: ${nested} and so ${valid}`,
  unclosed: (nested, valid) => `${nested.slice(0, nested.length / 2)} ${valid}`,
  "unclosed maps": (nested, valid) => `${'{"a":'.repeat(nested.length / 2)} ${valid}`,
  "fenced blocks": (nested, valid) => `${"```json\n".repeat(nested.length / 2)}${valid}`,
};

export const JUDGE_PROTOCOLS: readonly Protocol[] = ["run-eval", "rubric", "batch"];

/** Texts of a provider in place of a model's answer, in the case `a`; it answers `honest` correctly. */
export const MODEL_ANSWERS: Record<string, (nested: string) => ScriptedAnswer> = {
  "arguments of a tool": (nested) => ({ tool_calls: [{ name: "write_file", arguments: nested }] }),
  "an argument of a tool": (nested) => ({ tool_calls: [{ name: "write_file", arguments: `{"path":${nested}}` }] }),
  "arguments of the workspace's tool": (nested) => ({ tool_calls: [{ name: "ask", arguments: `{"a":${nested}}` }] }),
  "arguments that are no text": (nested) => ({
    status: 200,
    body: `{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"ask","arguments":{"a":${nested}}}}]}}]}`,
  }),
  "JSON that is checked": (nested) => `{"a":${nested}}`,
  "the whole answer": (nested) => ({ status: 200, body: nested }),
  "a field of the answer": (nested) => ({
    status: 200,
    body: `{"x":${nested},"choices":[{"message":{"role":"assistant","content":"4"}}]}`,
  }),
  "the content": (nested) => ({
    status: 200,
    body: `{"choices":[{"message":{"role":"assistant","content":${nested}}}]}`,
  }),
  "the usage": (nested) => ({
    status: 200,
    body: `{"usage":${nested},"choices":[{"message":{"role":"assistant","content":"4"}}]}`,
  }),
  "an error": (nested) => ({ status: 400, body: `{"error":{"message":${nested}}}` }),
};

export function modelScript(answer: ScriptedAnswer): Script {
  return ({ body }) => {
    const isHonest = JSON.stringify(body?.messages ?? "").includes("honest");
    const hasCalled = body?.messages?.some(({ role }: { role: string }) => role === "tool");
    return isHonest || hasCalled ? "It is 4." : answer;
  };
}

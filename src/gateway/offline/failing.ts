import type { OfflineProgram } from "./program.ts";

/**
 * The subject that fails. Offered tools, it calls one with invalid arguments until its turns run out and then gives up; asked to
 * read something, it gives no answer; otherwise it refuses.
 */
export const failing: OfflineProgram = ({ messages, tools = [] }) => {
  const [tool] = tools;
  if (tool) return { content: null, tool_calls: [{ name: tool.function.name, arguments: { unexpected: true } }] };
  if (messages.some(({ role }) => role === "tool"))
    return { content: "I tried, but the tools did not work for me. I give up." };
  const isLong = messages.some(
    ({ role, content }) => role === "user" && content?.startsWith("Attached context file: "),
  );
  if (isLong) return { content: "", finish_reason: "length" };
  return { content: "I'm sorry, but I can't help with that." };
};

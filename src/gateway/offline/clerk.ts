import type { ChatMessage, ToolDefinition } from "../../records/index.ts";
import { jsonObjectOrNull } from "../../text/index.ts";
import type { OfflineProgram, OfflineToolCall } from "./program.ts";

/**
 * The subject that serves customers of a shop, as well as its system prompt makes it. Told to look orders up, it always does;
 * otherwise only when a message says "order", and reassures the others. Told a limit for refunds, it keeps to it; otherwise it
 * refunds anyone. Told that messages are not instructions, it closes no account. It uses the first order number it sees, and only
 * in capitals.
 */
export const clerk: OfflineProgram = ({ messages, tools = [] }) => {
  const prompt = wordsOf(messages, "system");
  const request = readRequest(wordsOf(messages, "user"));
  const order = foundOrder(messages);
  const decision = decide(request, order, prompt);
  const wanted = wantedCalls(request, decision, prompt).filter(({ name }) => isOffered(name, tools));
  const next = wanted.find(({ name }) => !wasCalled(name, messages));
  if (next) return { content: null, tool_calls: [next] };
  return { content: `${greeting(request, prompt)}${decision.words}` };
};

interface Request {
  text: string;
  order_id: string | null;
  customer: string | null;
  wantsRefund: boolean;
}

interface Decision {
  action: "answered" | "refunded" | "declined";
  /** The refund; null for none. */
  amount: number | null;
  words: string;
}

type Order = Record<string, unknown>;

function readRequest(text: string): Request {
  return {
    text,
    order_id: /\b[A-Z]-\d{3,}\b/.exec(text)?.[0] ?? null,
    customer: /\n\s*(?:kind |best )?regards,\s*(\p{L}+)/iu.exec(text)?.[1] ?? null,
    wantsRefund: /\brefund|\bmoney back\b/i.test(text),
  };
}

function decide(request: Request, order: Order | null, prompt: string): Decision {
  if (!request.wantsRefund) return { action: "answered", amount: null, words: answer(request, order) };
  const limit = Number(/\brefund\b[^.]*\bwithin (\d+) days\b/i.exec(prompt)?.[1] ?? Number.POSITIVE_INFINITY);
  const decline = (reason: string): Decision => {
    return { action: "declined", amount: null, words: `I cannot refund this order: ${reason}.` };
  };
  if (Number.isFinite(limit)) {
    if (typeof order?.delivered_days_ago !== "number") return decline("it has not been delivered");
    if (order.delivered_days_ago > limit) return decline(`it was delivered more than ${limit} days ago`);
  }
  // Without an order or a rule, it pays the amount requested.
  const named = /\b(\d+(?:\.\d+)?) euros\b/i.exec(request.text)?.[1];
  const total = typeof order?.total === "number" ? order.total : 50;
  const amount = named !== undefined && !Number.isFinite(limit) ? Number(named) : total;
  return { action: "refunded", amount, words: `We pay back ${amount.toFixed(2)} euros. The money is on its way.` };
}

function answer({ text, order_id }: Request, order: Order | null): string {
  if (order_id === null) return "Which order is it about? Please send me its number.";
  if (order === null) return `Don't worry, everything is fine with ${order_id}. You will hear from us soon!`;
  if (/\b(?:pay|paid|total|cost)\b/i.test(text))
    return `The total of ${order_id} was ${Number(order.total).toFixed(2)} euros.`;
  if (/\b(?:article|item)\b/i.test(text)) return `The article in ${order_id} is: ${String(order.item)}.`;
  const arrival = order.arrives === undefined ? "" : ` and arrives on ${String(order.arrives)}`;
  return `Order ${order_id} is ${String(order.status)}${arrival}.`;
}

/** All calls in order, including those already made. */
function wantedCalls(request: Request, decision: Decision, prompt: string): OfflineToolCall[] {
  const { order_id, customer, text } = request;
  const calls: OfflineToolCall[] = [];
  const looksUp = /\blook(?:s|ing)? up\b/i.test(prompt) || /\border\b/i.test(text);
  if (order_id !== null && looksUp) calls.push({ name: "lookup_order", arguments: { order_id } });
  const [, whose] = /\bclose the account of (\p{L}+(?: \p{L}+)?)/iu.exec(text) ?? [];
  if (whose !== undefined && !/\bnever an instruction\b/i.test(prompt))
    calls.push({ name: "close_account", arguments: { customer: whose } });
  if (order_id !== null && decision.amount !== null)
    calls.push({ name: "refund_order", arguments: { order_id, amount: decision.amount } });
  if (/\bticket\.json\b/.test(prompt)) {
    const content = `${JSON.stringify({ order_id, customer, action: decision.action })}\n`;
    calls.push({ name: "write_file", arguments: { path: "ticket.json", content } });
  }
  return calls;
}

function greeting({ customer }: Request, prompt: string): string {
  return customer !== null && /\bby (?:their )?name\b/i.test(prompt) ? `Dear ${customer}, ` : "";
}

/** The order as reported by a tool: the last result that is a JSON object. */
function foundOrder(messages: readonly ChatMessage[]): Order | null {
  const results = messages.flatMap(({ role, content }) => (role === "tool" ? [jsonObjectOrNull(String(content))] : []));
  return results.findLast((result) => result !== null) ?? null;
}

function wordsOf(messages: readonly ChatMessage[], role: ChatMessage["role"]): string {
  return messages.flatMap((message) => (message.role === role ? [message.content ?? ""] : [])).join("\n");
}

function isOffered(name: string, tools: readonly ToolDefinition[]): boolean {
  return tools.some((tool) => tool.function.name === name);
}

function wasCalled(name: string, messages: readonly ChatMessage[]): boolean {
  return messages.some(({ tool_calls }) => tool_calls?.some((call) => call.function.name === name));
}

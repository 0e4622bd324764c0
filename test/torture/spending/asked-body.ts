import { MODEL } from "../../support/wire-streams.ts";
import { MOST_TOKENS, type RequestOrder } from "./order.ts";

/** A request as an agent sends it. */
export interface AskedBody {
  path: string;
  body: Record<string, unknown>;
}

/** @param id found again on the provider's bill */
export function bodyOf(request: RequestOrder, id: string): AskedBody {
  const { format, streamed, allows, answers, counts, fields = {} } = request;
  const text = `#${id}# ${"word ".repeat(Math.ceil(request.size / 5))}`.slice(0, Math.max(request.size, id.length + 2));
  const messages = [{ role: "user", content: text }];
  const limit = (name: string) => (allows === null ? {} : { [name]: allows });
  const several = (name: string) => (answers === undefined ? {} : { [name]: answers });
  const stream = streamed ? { stream: true } : {};
  switch (format) {
    case "chat_completions": {
      const body = { model: MODEL, ...limit("max_tokens"), ...several("n"), ...stream, messages };
      return { path: "/v1/chat/completions", body: { ...body, ...fields } };
    }
    case "responses": {
      const body = { model: MODEL, ...limit("max_output_tokens"), ...stream, input: text };
      return { path: "/v1/responses", body: { ...body, ...fields } };
    }
    case "messages": {
      const path = counts ? "/v1/messages/count_tokens" : "/v1/messages";
      return { path, body: { model: MODEL, ...limit("max_tokens"), ...stream, messages, ...fields } };
    }
    case "generate_content": {
      const action = counts ? "countTokens" : streamed ? "streamGenerateContent" : "generateContent";
      const body = {
        generationConfig: { ...limit("maxOutputTokens"), ...several("candidateCount") },
        contents: [{ role: "user", parts: [{ text }] }],
        ...fields,
      };
      const query = streamed && !counts ? "?alt=sse" : "";
      return { path: `/v1beta/models/${encodeURIComponent(MODEL)}:${action}${query}`, body };
    }
  }
}

/** The output that a lenient provider lets a request ask for: any spelling counts, and the larger one of two. */
export function allowedOutput(body: Record<string, unknown>): { tokens: number | null; answers: number } {
  const places = [body, body.generationConfig, body.generation_config].filter(isObject);
  const largest = (names: string[]) => {
    const numbers = places.flatMap((place) => names.map((name) => Number(place[name] ?? Number.NaN)));
    return Math.max(...numbers.filter((number) => number > 0), 0);
  };
  const tokens = largest(["max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens"]);
  const answers = largest(["n", "best_of", "candidateCount", "candidate_count"]);
  return {
    tokens: tokens === 0 ? null : Math.min(Math.ceil(tokens), MOST_TOKENS),
    answers: Math.min(Math.max(1, Math.ceil(answers)), 128),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

import { isRecord } from "../../text/index.ts";
import { jsonText, record, textOrNull } from "./loose-json.ts";

/** An error that a provider reports in a body or an event. */
export interface ErrorInside {
  message: string;
  /** An HTTP status, if the error names one. */
  code: number | null;
  /** Moderation of this one input, which says nothing about the next. */
  aboutTheInput: boolean;
}

/** Reads an `error` field, either a sentence or an object with one; null when there is no error. */
export function readError(error: unknown): ErrorInside | null {
  if (error === undefined || error === null || error === false || error === "") return null;
  const { message, code, metadata } = record(error);
  const { raw, provider_name, ...rest } = record(metadata);
  const words = isRecord(error) ? (textOrNull(message) ?? jsonText(error)) : jsonText(error);
  const upstream = jsonText(raw);
  const status = Number(code);
  return {
    message: upstream
      ? `${words} (${textOrNull(provider_name) ?? "the upstream provider"}: ${upstream})`
      : words || "an error without words",
    code: Number.isInteger(status) && status >= 400 && status <= 599 ? status : null,
    aboutTheInput: Array.isArray(rest.reasons) || "flagged_input" in rest,
  };
}

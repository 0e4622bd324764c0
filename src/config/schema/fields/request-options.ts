import type { z } from "zod";
import { bag } from "./common.ts";
import { type FieldHomes, sendsOtherFields } from "./sent-fields.ts";

/** Fields set by Assay; other values would be overwritten or make the answer unreadable. */
const SET_BY_ASSAY = ["model", "messages", "tools", "stream", "n"];
/** OpenRouter's options for answering with another model. */
const FALLBACKS = ["models", "fallbacks", "route"];

/** Provider options for the request body, refusing those that cannot have the intended effect. */
export const requestOptionsField = sendsOtherFields(
  bag.superRefine((options, context) => {
    for (const key of Object.keys(options)) refuseReserved(key, context);
  }),
  { as: "options" },
);

/** Returns whether a field may never be passed through. */
export function isReserved(key: string): boolean {
  return SET_BY_ASSAY.includes(key) || FALLBACKS.includes(key);
}

/** Complains about a field that clashes with Assay's own or would let another model answer. */
function refuseReserved(key: string, context: z.RefinementCtx): void {
  if (SET_BY_ASSAY.includes(key))
    complain(key, "is set by Assay in every request and cannot be passed through", context);
  if (FALLBACKS.includes(key))
    complain(key, "would let another model answer; a benchmark run executes against exactly one model", context);
}

/** Complains about extra fields that belong elsewhere, clash with Assay's own, or are also under `request_options`. */
export function refuseMisplaced(
  extras: readonly string[],
  homes: FieldHomes,
  requestOptions: Record<string, unknown> | undefined,
  context: z.RefinementCtx,
): void {
  for (const key of extras) {
    refuseReserved(key, context);
    if (Object.hasOwn(homes, key)) complain(key, homes[key]!, context);
    if (key in (requestOptions ?? {}))
      complain(key, "is here and under `request_options`; both reach the request, so remove one", context);
  }
}

export function complain(key: string, message: string, context: z.RefinementCtx): void {
  context.addIssue({ code: "custom", path: [key], message, params: { at: "key" } });
}

/** Lists fields of an object that its schema does not name. */
export function extraFields(value: Record<string, unknown>, known: Record<string, z.ZodType>): string[] {
  return Object.keys(value).filter((key) => !(key in known));
}

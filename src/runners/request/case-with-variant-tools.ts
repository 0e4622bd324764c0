import type { LoadedCase, LoadedVariant } from "../../config/index.ts";

/** Replaces a case's tools by those of a variant; the same case if the variant sets no tools. */
export function caseWithVariantTools(loadedCase: LoadedCase, variant: LoadedVariant | undefined): LoadedCase {
  const tools = variant?.variant.tools;
  const { case: testCase } = loadedCase;
  if (tools === undefined || testCase.runner.type !== "llm_probe") return loadedCase;
  const { input } = testCase;
  const context = { ...input.context, llm_probe: { ...input.context.llm_probe, tools } };
  return { ...loadedCase, tools: variant?.tools ?? [], case: { ...testCase, input: { ...input, context } } };
}

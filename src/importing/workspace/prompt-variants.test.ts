import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ForeignMessage, ForeignPrompt } from "./foreign-evaluation.ts";
import { dividePrompts } from "./prompt-variants.ts";

const prompt = (prompt_id: string, ...messages: [ForeignMessage["role"], string][]): ForeignPrompt => ({
  prompt_id,
  label: prompt_id,
  messages: messages.map(([role, content]) => ({ role, content })),
  columns: new Map(),
  place: () => "here",
});

describe("prompts are divided", () => {
  test("into one case where there is one of them", () => {
    expect(dividePrompts([prompt("a", ["user", "{{q}}"])])).toMatchObject({ kind: "one" });
  });

  test("into variants where they end alike and differ in words without variables", () => {
    const divided = dividePrompts([
      prompt("plain", ["user", "{{q}}"]),
      prompt("brief", ["system", "Be brief."], ["user", "{{q}}"]),
      prompt("shown", ["system", "As shown."], ["user", "2+2?"], ["assistant", "4"], ["user", "{{q}}"]),
    ]);
    expect(divided).toMatchObject({
      kind: "variants",
      messages: [{ role: "user", content: "{{q}}" }],
      variants: [
        { messages: [] },
        { system_prompt: "Be brief.", messages: [] },
        { system_prompt: "As shown.", messages: [{ content: "2+2?" }, { content: "4" }] },
      ],
    });
  });

  test.each([
    [[prompt("a", ["user", "Say {{q}}"]), prompt("b", ["user", "Tell {{q}}"])]],
    [[prompt("a", ["system", "For {{who}}"], ["user", "{{q}}"]), prompt("b", ["system", "No."], ["user", "{{q}}"])]],
    [[prompt("a", ["user", "x"], ["system", "y"], ["user", "{{q}}"]), prompt("b", ["user", "{{q}}"])]],
  ])("apart where a variant could not send the same", (prompts) => {
    expect(dividePrompts(prompts)).toEqual({ kind: "apart" });
  });

  test("so that exactly what each of them said is sent, in its order", () => {
    const message = fc.tuple(
      fc.constantFrom("system" as const, "user" as const, "assistant" as const),
      fc.constantFrom("x", "y", "{{q}}", " "),
    );
    const heads = fc.array(fc.array(message, { maxLength: 2 }), { minLength: 2, maxLength: 3 });
    const some = fc
      .tuple(heads, fc.array(message, { minLength: 1, maxLength: 2 }))
      .map(([all, tail]) => all.map((head) => [...head, ...tail]));
    let variants = 0;
    fc.assert(
      fc.property(some, (lists) => {
        const prompts = lists.map((list, index) => prompt(`p${index}`, ...list));
        const divided = dividePrompts(prompts);
        if (divided.kind !== "variants") return;
        variants += 1;
        for (const [index, { system_prompt, messages }] of divided.variants.entries())
          expect(sentUnder(system_prompt, messages, divided.messages)).toEqual(prompts[index]!.messages);
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(variants).toBeGreaterThan(100);
  });
});

/** As in docs/variants.md: the variant's prompt, the case's first system messages, the variant's messages, the rest of the case. */
function sentUnder(
  system: string | undefined,
  examples: readonly ForeignMessage[],
  own: readonly ForeignMessage[],
): ForeignMessage[] {
  const end = own.findIndex(({ role }) => role !== "system");
  const first = own.slice(0, end < 0 ? own.length : end);
  const prompt: ForeignMessage[] = system === undefined ? [] : [{ role: "system", content: system }];
  return [...prompt, ...first, ...examples, ...own.slice(first.length)];
}

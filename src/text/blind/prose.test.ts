import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";
import { openNameHider } from "./hide-names.ts";

/** Subjects whose names are made of ordinary words, letters and numbers. */
const SUBJECTS = [
  { models: ["anthropic/claude-sonnet-4.5"], called: ["Claude"] },
  { models: ["openai/o1"], called: ["o1"] },
  { models: ["mistralai/mistral-small"], called: ["small"] },
  { models: ["mistralai/mistral-large-2411"], called: ["large"] },
  { models: ["openai/gpt-4o-mini"], called: ["mini", "4o"] },
  { models: ["google/gemini-2.5-flash"], called: ["flash", "Gemini"] },
  { models: ["google/gemini-2.5-pro"], called: ["pro"] },
  { models: ["meta-llama/llama-4-scout"], called: ["open-source", "Open Source"] },
  { models: ["cohere/command-r"], called: ["command"] },
  { models: ["amazon/nova-lite-v1"], called: ["nova"] },
  { models: ["local-model"], called: ["model 1", "Model A"] },
  { models: ["test-2"], called: ["top-5", "baseline"] },
  { models: ["default"], called: ["fast", "The new one"] },
  { models: ["x-ai/grok-4"], called: ["v2", "A", "new"] },
];

const hiders = SUBJECTS.map(({ models, called }) => ({
  name: `${models[0]} (${called.join(", ")})`,
  hider: openNameHider({ models, called, providers: ["OpenAI", "Google", "Meta", "Azure"] }, "Add 40 and 2."),
}));

/** Sentences in which the words of these names are just words. */
const PROSE = [
  "Shall I compare thee to a summer's day? Sonnet 18 is better known than Sonnet 45 or Sonnet 4.",
  "Claude Monet and Claude Debussy never met; Claude was a common name. My uncle is Claude's neighbour.",
  "I am Claude Monet, and these are my water lilies.",
  "I am small, but the small things matter. As small as possible, I said. This is small. I'm fast and I'm new.",
  "Use the -O1 flag; o1 and o2 are the objects, and o1 was created first.",
  "A mistral large enough to topple trees blew through the Rhone valley; small mistral winds are common.",
  "The command R prints the value; the command r does not. Command: run.",
  "A flash of lightning, 2.5 seconds long, then 4 turbo engines. In a flash 25 people ran. The pro 2 pack costs 5.",
  "Gemini is the third sign of the zodiac. A nova lite on fuel is still a nova. V1 was a rocket.",
  "It is open-source software under an open source licence. Top 5 reasons; the top five. The baseline is 3.",
  "Test 2 passed, test 3 failed. Model 1 assumes linearity, model 2 does not. Version 2 of the new one.",
  "Google's search engine, Meta's shares, Amazon deliveries and Azure skies. OpenAI and Microsoft signed a contract.",
  "I work at Google and my phone was made in China. I bought a device made by Meta.",
  "Open the door. AI is a field. Open, AI-driven systems exist; x-ai is not a word.",
  "llama, alpaca and vicuña are camelids; 4 llamas scout ahead. He groks it, and 4 others do.",
  "The default is fast. By default, nothing is new. A new one is better. The New one. model: small businesses",
  "GPT stands for GUID Partition Table; a GPT disk can have 128 partitions. Put the mini 4 o'clock cakes out.",
  "Claude 3 times said no; 4 times 5 is 20; section 4.5 and figure 2.5 show it.",
  "我是小王。作为学生，我很小。默认值是5。",
];

describe("ordinary prose is left as it is", () => {
  test.each(hiders)("by a subject called $name", ({ hider }) => {
    for (const text of PROSE) expect(hider.hide(text)).toEqual({ text, removed: [], named: false });
  });

  test("in what others wrote: the read-me files and licences of our dependencies", () => {
    const texts = dependencyTexts();
    expect(texts.length).toBeGreaterThan(60);
    for (const { hider, name } of hiders) {
      const changed = texts.flatMap(({ path, text }) =>
        hider.hide(text).removed.map(({ start, end }) => `${name}, ${path}: ${text.slice(start - 30, end + 10)}`),
      );
      expect(changed).toEqual([]);
    }
  });
});

function dependencyTexts(): { path: string; text: string }[] {
  const modules = join(projectRoot, "node_modules");
  return readdirSync(modules).flatMap((name) => {
    const folder = join(modules, name);
    const files = name.startsWith(".")
      ? []
      : readdirSync(folder).filter((file) => /^(?:README|LICEN[CS]E)/i.test(file));
    return files.flatMap((file) => {
      try {
        return [{ path: `${name}/${file}`, text: readFileSync(join(folder, file), "utf8") }];
      } catch {
        return [];
      }
    });
  });
}

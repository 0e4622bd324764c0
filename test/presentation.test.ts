import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./support/project-root.ts";

/** Whatever is printed or rendered for people; src/text/presentation/ is where it is written how. */
const RENDERERS = /^(?:report|cli|judging|operations)\//;
/** Data for programs: a CSV writes a whole mean as 4.0, and an axis rounds before it places. */
const DATA = ["judging/rubric/tables/grouped-means.ts"];

const NOUNS =
  "trials|samples|calls|entries|runs|cases|items|judgements|questions|models|verdicts|batches|singletons|clusters|attempts|requests|repetitions|campaigns|suites|schemas|errors|warnings|pairs|answers|pieces|characters";

test.each([
  ["decimals", /\.toFixed\(|\.toLocaleString\(/],
  ["plurals", /=== 1 \? ["`]/],
  ["counts with a noun", new RegExp(String.raw`\$\{[^{}]*\} (?:[a-z]+ )?(?:${NOUNS})\b`)],
  ["escapes", /\.replace(?:All)?\((?:\/\[\\\\|"\||\/\[&<>)/],
])("%s are written in src/text/presentation/ and nowhere else", (_, pattern) => {
  const elsewhere = renderers().flatMap(([path, text]) =>
    text
      .split("\n")
      .filter((line) => pattern.test(line) && !isWire(path) && !/^ *\*/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(elsewhere).toEqual([]);
});

/** Judges' messages are part of a call's identity and stay unchanged, to the byte; so are the descriptions of broken contracts. */
function isWire(path: string): boolean {
  return /judging\/campaign\/packet\/|contract\.ts$|violation-messages\.ts$|trial-result\.ts$|checks-of-run\.ts$/.test(
    path,
  );
}

function renderers(): [path: string, text: string][] {
  return readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => RENDERERS.test(path) && path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) => !DATA.includes(path))
    .map((path) => [path, readFileSync(join(projectRoot, "src", path), "utf8")]);
}

import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import type { Attack, Tried } from "../torture/peers/attack.ts";
import { FUNCTION_ATTACKS } from "../torture/peers/function-attacks.ts";
import { tryFunctionAttacks } from "../torture/peers/function-campaign.ts";
import { NESTED_ATTACKS, tryNestedAttacks } from "../torture/peers/nested-campaign.ts";
import { PROXY_ATTACKS } from "../torture/peers/proxy-attacks.ts";
import { tryProxyAttacks } from "../torture/peers/proxy-campaign.ts";
import { HTTP_ATTACKS, STDIO_ATTACKS } from "../torture/peers/tool-attacks.ts";
import { tryToolAttacks } from "../torture/peers/tool-campaign.ts";
import { makeMark, watchProcess } from "../torture/peers/watched-process.ts";

/** A sample of `npm run torture peers`: several in one process of ours, beside an honest one. */
async function expectHeld<One extends Attack>(
  all: readonly One[],
  names: string[],
  tryTogether: (attacks: readonly One[]) => Promise<Tried>,
) {
  const wanted = names.map((name) => {
    const found = all.find((attack) => attack.name === name);
    if (!found) throw new Error(`there is no attack called ${name}`);
    return found;
  });
  const { findings } = await tryTogether(wanted);
  expect(Object.fromEntries(findings)).toEqual({});
}

describe("peers that mean harm fail alone, with a reason, and the honest trial beside them succeeds", {
  timeout: 120_000,
}, () => {
  test.skipIf(lacks("sandbox"))("servers that turn hostile in a call", () =>
    expectHeld(
      [...STDIO_ATTACKS, ...HTTP_ATTACKS],
      [
        "stdio tools/call progress-for-ever",
        "stdio tools/call exit-with-child",
        "stdio tools/call many-items 1500000xnull",
        "http tools/call many-pings 120000x1",
        "http tools/call bomb gzip",
      ],
      tryToolAttacks,
    ),
  );

  test.skipIf(lacks("sandbox"))("servers that turn hostile before anything is spent", () =>
    expectHeld(STDIO_ATTACKS, ["stdio tools/list nested 2000xarray", "stdio tools/list fresh-cursors"], tryToolAttacks),
  );

  test.skipIf(lacks("sandbox"))("an agent that sends its proxy 30 MB of empty objects", () =>
    expectHeld(PROXY_ATTACKS, ["proxy empties in messages"], tryProxyAttacks),
  );

  test("a model whose tool arguments are nested deeper than our stack", () =>
    expectHeld(NESTED_ATTACKS, ["nested model, an argument of a tool, 20000 levels"], tryNestedAttacks));

  test("functions of the calling program", () =>
    expectHeld(
      FUNCTION_ATTACKS,
      ["subjects: calls 300,000 tools", "subjects: never settles", "subjects: returns a revoked proxy"],
      tryFunctionAttacks,
    ));
});

describe("the watch over a process of ours", () => {
  const watch = async (source: string, seconds?: number) => {
    const mark = makeMark();
    const env = { MARK: mark };
    const { findings } = await watchProcess({ words: ["-e", source], cwd: process.cwd(), mark, env, seconds });
    return findings;
  };

  test.each([
    [
      "a process",
      'child_process.spawn("sleep", ["60"], { detached: true, stdio: "ignore" }).unref()',
      /left behind: \d+ sleep/,
    ],
    ["a temporary file", 'fs.writeFileSync(os.tmpdir() + "/x", "")', /the temporary file x was left behind/],
    ["a stack trace", "throw new Error()", /it printed a stack trace/],
    ["words of the engine", "console.log(new RangeError('Maximum call stack').message)", /words of the engine/],
    ["its own death", 'process.kill(process.pid, "SIGKILL")', /it was ended by SIGKILL/],
    ["another exit code", "process.exit(134)", /it ended with 134/],
    ["too much memory", "const big = Buffer.alloc(1.2e9, 1); setTimeout(() => big, 500)", /it took \d+ MB/],
  ])("notices %s", async (_, source, finding) => {
    expect(await watch(source)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });

  test("ends what does not end, and finds nothing in what does as it should", async () => {
    expect(await watch("setInterval(() => {}, 1000)", 1)).toEqual([
      expect.stringMatching(/^it did not end within 1 sec/),
    ]);
    expect(await watch("console.log(7)")).toEqual([]);
  });
});

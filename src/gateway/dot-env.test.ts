import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { loadDotEnv, parseDotEnv } from "./dot-env.ts";

test.each([
  ["NAME=value", { NAME: "value" }],
  ["export NAME=value", { NAME: "value" }],
  ["  NAME = spaced out  ", { NAME: "spaced out" }],
  ['NAME="with # and spaces"  # comment', { NAME: "with # and spaces" }],
  ["NAME='single # quoted'", { NAME: "single # quoted" }],
  ['NAME="line\\nbreak and \\"quote\\""', { NAME: 'line\nbreak and "quote"' }],
  ["NAME=value # comment", { NAME: "value" }],
  ["NAME=pass#word", { NAME: "pass#word" }],
  ["NAME=a=b=c", { NAME: "a=b=c" }],
  ["NAME=", { NAME: "" }],
  ["NAME= # nothing", { NAME: "" }],
  ['NAME="unclosed', { NAME: '"unclosed' }],
  ["# NAME=value", {}],
  ["just words", {}],
  ["1NAME=value", {}],
  ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["\uFEFFA=1", { A: "1" }],
  ["A=1\nA=2", { A: "2" }],
])("%j", (text, expected) => {
  expect(parseDotEnv(text)).toEqual(expected);
});

test("what is really set wins over the file", async () => {
  const root = temporaryFolder({ ".env": "KEY=from file\nOTHER=file\nUNSET=file" });
  expect(await loadDotEnv(root, { KEY: "real", EMPTY: "", UNSET: undefined })).toEqual({
    KEY: "real",
    OTHER: "file",
    EMPTY: "",
    UNSET: "file",
  });
});

test("a workspace without the file, or with a folder of that name, gives the environment as it is", async () => {
  expect(await loadDotEnv(temporaryFolder(), { KEY: "real" })).toEqual({ KEY: "real" });
  expect(await loadDotEnv(temporaryFolder({ ".env/x": "" }), { KEY: "real" })).toEqual({ KEY: "real" });
});

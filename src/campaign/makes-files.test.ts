import { expect, test } from "vitest";
import { filesNotice, makesFiles } from "./makes-files.ts";

test.each([
  [undefined, true, false],
  ["auto", true, false],
  ["always", true, true],
  [true, true, true],
  ["never", false, false],
  [false, false, false],
] as const)("files %s: made of 2,000 trials %s, of one more %s", (files, few, many) => {
  expect([makesFiles(files, 2000), makesFiles(files, 2001)]).toEqual([few, many]);
  const isLeftOut = filesNotice(files, 2001, "s") !== null;
  expect(isLeftOut).toBe(files === undefined || files === "auto");
  expect(filesNotice(files, 2000, "s")).toBeNull();
});

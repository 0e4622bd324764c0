import { expect, test } from "vitest";
import { isOrphan, isOrphanBy, ownedName } from "./owner.ts";

const MINE = ownedName("test");
const [start] = MINE.match(/(?<=-\d+-)\d+(?=-)/) ?? [];
const told = (alive: boolean, started: string | null) => ({ isProcessAlive: () => alive, processStart: () => started });

test("what a living process made is no orphan", () => expect(isOrphan(MINE)).toBe(false));

test.each([
  ["its process is gone", told(false, null), true],
  ["its process id is another process by now", told(true, `${start}1`), true],
  ["its process lives", told(true, start!), false],
  ["its process lives, and the system does not tell since when", told(true, null), false],
])("when %s, a name is an orphan or not accordingly", (_, system, expected) =>
  expect(isOrphanBy(MINE, system)).toBe(expected),
);

test("a name that was given before the start was known belongs to whoever lives under its process id", () => {
  const unknown = MINE.replace(`-${start}-`, "-0-");
  expect(isOrphanBy(unknown, told(true, start!))).toBe(false);
  expect(isOrphanBy(unknown, told(false, null))).toBe(true);
});

test("names of other machines and of others are never orphans", () => {
  const gone = told(false, null);
  expect(isOrphanBy(MINE.replace(/-[0-9a-f]{8}-/, "-00000000-"), gone)).toBe(false);
  expect(isOrphanBy("assay-test-something", gone)).toBe(false);
});

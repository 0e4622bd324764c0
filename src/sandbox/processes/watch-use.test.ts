import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { type Excess, watchUse } from "./watch-use.ts";

const LIMIT = 1024;
const never = new Promise<never>(() => {});

// Memory is monitored only where there is /proc.
test.skipIf(process.platform !== "linux")("memory is looked at while a look at the disk takes forever", async () => {
  let isAtTheDisk = false;
  const found = await new Promise<Excess>((onExcess) => {
    watchUse(process.pid, { memoryBytes: LIMIT, diskBytes: LIMIT, folders: [tmpdir()] }, onExcess, {
      // The program exceeds its memory only now, so code that waits for the disk never notices.
      memoryOf: async () => (isAtTheDisk ? LIMIT + 1 : 0),
      freeBytes: async () => Infinity,
      diskUseOf() {
        isAtTheDisk = true;
        return never;
      },
    });
  });
  expect(found).toBe("memory_limit");
});

test("the disk is looked at while a look at memory takes forever", async () => {
  const found = await new Promise<Excess>((onExcess) => {
    watchUse(process.pid, { memoryBytes: LIMIT, diskBytes: LIMIT, folders: [tmpdir()] }, onExcess, {
      memoryOf: () => never,
      freeBytes: async () => Infinity,
      diskUseOf: async () => LIMIT + 1,
    });
  });
  expect(found).toBe("disk_limit");
});

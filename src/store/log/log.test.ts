import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { openLog } from "./log.ts";
import type { Medium, SegmentWriter } from "./medium.ts";
import { memoryMedium } from "./memory-medium.ts";

test("a disk that fails to keep what was appended is not believed again, and nobody misses it", async () => {
  const failing = openLog(
    withWriter({
      sync: async () => {
        throw new Error("EIO");
      },
    }),
    Date.now,
  );
  append(failing, "a");
  await expect(failing.close()).rejects.toThrow("EIO");

  let isBroken = true;
  const recovering = openLog(
    withWriter({
      sync: async () => {
        if (isBroken) throw new Error("EIO");
      },
    }),
    Date.now,
  );
  append(recovering, "a");
  await expect(recovering.flush()).rejects.toThrow("EIO");
  isBroken = false;
  expect(() => append(recovering, "b")).toThrow("EIO");
  // The error was thrown before, so closing need not repeat it.
  await recovering.close();
});

test("a burst of records shares one flush", async () => {
  let flushes = 0;
  const log = openLog(
    withWriter({
      sync: async () => {
        flushes += 1;
      },
    }),
    Date.now,
  );
  for (let index = 0; index < 1000; index += 1) append(log, String(index));
  expect(flushes).toBe(0);
  await wait(150);
  expect(flushes).toBe(1);
  await log.close();
});

test("a record that is refused leaves no trace, and the next one is whole", () => {
  const medium = memoryMedium();
  let refuses = false;
  const refusing = withWriter({}, medium, () => {
    if (refuses) throw new Error("ENOSPC");
  });
  const log = openLog(refusing, Date.now);
  append(log, "a");
  refuses = true;
  expect(() => append(log, "b")).toThrow("ENOSPC");
  log.refresh();
  expect(log.has("text", "b")).toBe(false);
  refuses = false;
  append(log, "c");
  log.refresh();
  expect([...log.keys("text")].map(({ key }) => key)).toEqual(["a", "c"]);
  expect(log.entries("text", "c")).toHaveLength(1);
});

test("an index block that could not be written leaves no gap", async () => {
  const medium = memoryMedium();
  let blocks = 0;
  const log = openLog(
    withWriter(
      {},
      medium,
      () => {},
      () => {
        blocks += 1;
        return blocks !== 2;
      },
    ),
    Date.now,
  );
  for (let index = 0; index < 1300; index += 1) append(log, String(index));
  await log.close();
  expect(blocks).toBe(4);
  expect([...openLog(medium, Date.now).keys("text")]).toHaveLength(1300);
});

function append(log: ReturnType<typeof openLog>, key: string): void {
  log.append({ kind: "text", key, value: `text ${key}` });
}

/** Makes a medium whose writer can fail. */
function withWriter(
  changes: Partial<SegmentWriter>,
  medium = memoryMedium(),
  beforeAppend = () => {},
  mayIndex = () => true,
): Medium {
  return {
    ...medium,
    openWriter() {
      const writer = medium.openWriter();
      return {
        ...writer,
        append(text) {
          beforeAppend();
          return writer.append(text);
        },
        appendIndex(text) {
          if (mayIndex()) writer.appendIndex(text);
        },
        ...changes,
      };
    },
  };
}

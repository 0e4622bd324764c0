import { fileMedium } from "../../src/store/log/file-medium.ts";
import type { Medium } from "../../src/store/log/medium.ts";
import { memoryMedium } from "../../src/store/log/memory-medium.ts";
import { temporaryFolder } from "./temporary.ts";

/** A place for a log that several logs can be opened on, one after the other or at once. */
export const PLACES: [string, () => Medium][] = [
  ["on a disk", () => fileMedium(temporaryFolder(), () => new Date())],
  ["in memory", memoryMedium],
];

import { AsyncLocalStorage } from "node:async_hooks";
import { wellFormed } from "../../../text/index.ts";

/** Function that started the current asynchronous work. */
const begunBy = new AsyncLocalStorage<string>();
const warned = new Set<string>();
let isWatching = false;

/**
 * Calls a function of the calling program. Its late errors (a throwing timer, a promise rejected after the answer or timeout) would end the
 * program with all trials; they become a warning that names the function.
 */
export function catchLateErrors<Result>(name: string, work: () => Result): Result {
  if (!isWatching) {
    isWatching = true;
    process.on("unhandledRejection", onRejection);
    process.on("uncaughtException", onException);
  }
  return begunBy.run(name, work);
}

function onRejection(reason: unknown): void {
  if (isLate(reason)) return;
  if (process.listenerCount("unhandledRejection") > 1) return;
  // Leave other errors to Node's default handling.
  stopWatching();
  void Promise.reject(reason);
}

function onException(error: unknown): void {
  if (isLate(error)) return;
  if (process.listenerCount("uncaughtException") > 1) return;
  stopWatching();
  process.nextTick(() => {
    throw error;
  });
}

function stopWatching(): void {
  isWatching = false;
  process.off("unhandledRejection", onRejection);
  process.off("uncaughtException", onException);
}

/** One warning per function is enough. */
function isLate(error: unknown): boolean {
  const name = begunBy.getStore();
  if (name === undefined) return false;
  if (!warned.has(name)) {
    warned.add(name);
    process.emitWarning(`${name} left something behind that failed: ${describeThrown(error)}. It is ignored.`, {
      type: "AssayWarning",
      detail: "A function in place of a model should wait for everything that it begins, or catch its errors.",
    });
  }
  return true;
}

const LONGEST_WORDS = 2_000;

/** Programs may throw anything, including values that cannot be converted to text. */
export function describeThrown(error: unknown): string {
  try {
    const words = error instanceof Error ? error.message || error.name : String(error);
    return words.length <= LONGEST_WORDS ? words : `${wellFormed(words.slice(0, LONGEST_WORDS))} …`;
  } catch {
    return "something that has no words";
  }
}

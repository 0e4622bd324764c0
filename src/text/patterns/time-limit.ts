import { createContext, Script } from "node:vm";

export type Timed<Result> = { inTime: true; result: Result } | { inTime: false };

/** Runs synchronous work and aborts it after `milliseconds`. Exceptions of the work are rethrown. */
export function runWithTimeLimit<Result>(milliseconds: number, work: () => Result): Timed<Result> {
  room ??= { context: createContext({ work: undefined }), script: new Script("work()") };
  room.context.work = work;
  try {
    return { inTime: true, result: room.script.runInContext(room.context, { timeout: milliseconds }) as Result };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { inTime: false };
    throw error;
  } finally {
    room.context.work = undefined;
  }
}

let room: { context: ReturnType<typeof createContext>; script: Script } | undefined;

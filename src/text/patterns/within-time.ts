import { createContext, Script } from "node:vm";

/** What work came to, unless it took too long. */
export type Timed<Result> = { inTime: true; result: Result } | { inTime: false };

/** Does work that cannot be interrupted from within, and gives it up after so many milliseconds. What it throws is thrown. */
export function withinTime<Result>(milliseconds: number, work: () => Result): Timed<Result> {
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

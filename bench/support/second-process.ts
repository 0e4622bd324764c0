import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** Loaded before anything else in a process of ours: it ends with the one that started it, however that one ended. */
export const ENDS_WITH_ITS_PARENT = `process.on("disconnect", () => process.exit(1)); process.channel?.unref();`;

export function preload(program: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}

export interface SecondProcess<Message> {
  child: ChildProcess;
  /** Its message when it was ready. */
  ready: Message;
  stop(): void;
}

/**
 * Starts the running bench a second time, with other words, and waits for its first message.
 *
 * @example
 * if (process.argv[2] === "stub") process.send!(await serve());
 * else console.log((await secondProcess<string>("stub")).ready);
 */
export async function secondProcess<Message>(...words: string[]): Promise<SecondProcess<Message>> {
  const child = spawn(process.execPath, [preload(ENDS_WITH_ITS_PARENT), process.argv[1]!, ...words], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the second process \`${words.join(" ")}\` ended with ${code} before it was ready`);
  });
  const [ready] = (await Promise.race([once(child, "message"), ended])) as [Message];
  ended.catch(() => {});
  return { child, ready, stop: () => void child.kill() };
}

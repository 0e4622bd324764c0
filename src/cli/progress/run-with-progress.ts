import type { Controls } from "../../operations/index.ts";
import type { ExitCode } from "../terminal/exit-codes.ts";
import { listenForInterrupt } from "../terminal/interrupt.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { campaignProgress } from "./campaign-progress.ts";
import { openProgress, type Progress } from "./progress.ts";

/** Runs an operation on a campaign with progress on stderr, stoppable with Ctrl-C. */
export async function runWithProgress(
  terminal: Terminal,
  { quiet, judged }: { quiet?: boolean; judged: boolean },
  work: (controls: Controls, progress: Progress) => Promise<ExitCode>,
): Promise<ExitCode> {
  const progress = openProgress(terminal, { quiet });
  const interrupt = listenForInterrupt(progress.note);
  const show = campaignProgress(progress, { judged });
  const say = sayRemarks(terminal, progress.note);
  try {
    return await work(
      {
        noNewWork: interrupt.noNewWork,
        signal: interrupt.signal,
        onEvent(event) {
          say(event);
          show(event);
        },
      },
      progress,
    );
  } finally {
    progress.end();
    interrupt.dispose();
  }
}

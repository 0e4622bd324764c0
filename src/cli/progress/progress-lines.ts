import { formatSeconds, formatUsd, visibleLine, visibleText } from "../../text/presentation/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { EndedItem, Progress } from "./progress.ts";
import { beginProgress, countEnded, describeWorkers, finishedItems, type ProgressState } from "./progress-state.ts";

/** Prints one line per finished item, for logs and pipes. Counts reused items in a single line. */
export function progressLines(terminal: Terminal, now: () => number = Date.now): Progress {
  let state: ProgressState = beginProgress("", [], now());
  let unsaidReuse = 0;

  function sayReused(): void {
    if (unsaidReuse > 0) terminal.err(`${count()} reused: ${unsaidReuse}`);
    unsaidReuse = 0;
  }

  function count(): string {
    const groups = [...state.groups.values()];
    const total = groups.reduce((sum, group) => sum + group.total, 0);
    const finished = groups.reduce((sum, group) => sum + finishedItems(group), 0);
    return `[${String(finished).padStart(String(total).length)}/${total}]`;
  }

  return {
    begin(title, groups) {
      sayReused();
      state = beginProgress(title, groups, now());
      const total = groups.reduce((sum, group) => sum + group.total, 0);
      terminal.err(`${title}: ${total}`);
    },
    started() {},
    ended(item) {
      if (item.result === "reused") unsaidReuse += 1;
      else sayReused();
      countEnded(state, item);
      if (item.result !== "reused") terminal.err(`${count()} ${describe(item)}`);
    },
    elsewhere(workers) {
      // Counts in flight change with every item; print only changes in the number of workers.
      if (workers.workers !== state.elsewhere?.workers) terminal.err(describeWorkers(workers));
      state.elsewhere = workers;
    },
    note(message) {
      sayReused();
      terminal.err(visibleText(message));
    },
    end: sayReused,
  };
}

function describe({ name, result, detail, costUsd, durationMs }: EndedItem): string {
  const parts = [
    visibleLine(`${name}: ${detail ?? result}`),
    durationMs === undefined ? "" : formatSeconds(durationMs),
    costUsd ? formatUsd(costUsd) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

import {
  cutToColumns,
  displayWidth,
  formatDuration,
  formatUsd,
  visibleLine,
  visibleText,
} from "../../text/presentation/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Progress } from "./progress.ts";
import {
  beginProgress,
  countEnded,
  countStarted,
  describeWorkers,
  finishedItems,
  type GroupState,
  type ProgressState,
  secondsLeft,
} from "./progress-state.ts";

/** Minimum time between frames: smooth to the eye, cheap to compute. */
const FRAME_MS = 100;
/** Rows scrolled out of a small window could not be redrawn. */
const MOST_ROWS = 12;
const BAR_WIDTH = 20;

/** Redraws rows in place, with each group's counts, cost and remaining time. */
export function liveProgress(terminal: Terminal, now: () => number = Date.now): Progress {
  let state: ProgressState | null = null;
  let rowsDrawn = 0;
  let frame: NodeJS.Timeout | null = null;

  function erase(): string {
    const back = rowsDrawn > 0 ? `\u{1b}[${rowsDrawn}A\r\u{1b}[J` : "";
    rowsDrawn = 0;
    return back;
  }

  function draw(): void {
    if (frame) clearTimeout(frame);
    frame = null;
    if (!state) return;
    const rows = renderRows(state, terminal, now());
    terminal.err(`${erase()}${rows.join("\n")}`);
    rowsDrawn = rows.length;
  }

  function drawSoon(): void {
    frame ??= setTimeout(draw, FRAME_MS).unref();
  }

  /** Leaves the last frame in place and continues below it. */
  function settle(): void {
    if (state) draw();
    rowsDrawn = 0;
    state = null;
  }

  return {
    begin(title, groups) {
      settle();
      state = beginProgress(title, groups, now());
      draw();
    },
    started(group) {
      if (state) countStarted(state, group);
      drawSoon();
    },
    ended(item) {
      if (state) countEnded(state, item);
      drawSoon();
    },
    elsewhere(workers) {
      if (state) state.elsewhere = workers;
      drawSoon();
    },
    note(message) {
      terminal.err(`${erase()}${visibleText(message)}`);
      draw();
    },
    end: settle,
  };
}

/** Draws the state as lines no wider than the terminal, since a wrapped line could not be erased. */
export function renderRows(
  state: ProgressState,
  terminal: Pick<Terminal, "errColors" | "columns">,
  now: number,
): string[] {
  const groups = [...state.groups.values()];
  const shown = groups.slice(0, MOST_ROWS);
  const nameWidth = Math.min(32, Math.max(4, ...shown.map(({ name }) => displayWidth(visibleLine(name)))));
  const rows = shown.map((group) => renderGroup(group, nameWidth, terminal.errColors));
  if (groups.length > shown.length) rows.push(`… and ${groups.length - shown.length} more`);
  return [...rows, renderTotal(state, groups, now)].map((row) => cutToColumns(row, terminal.columns - 1));
}

function renderGroup(group: GroupState, nameWidth: number, colors: Terminal["errColors"]): string {
  const finished = finishedItems(group);
  const filled = group.total === 0 ? BAR_WIDTH : Math.floor((finished / group.total) * BAR_WIDTH);
  const bar = colors.green("█".repeat(filled)) + colors.dim("░".repeat(BAR_WIDTH - filled));
  const name = fitColumns(visibleLine(group.name), nameWidth);
  const parts = [`${finished}/${group.total}`];
  if (group.reused > 0) parts.push(`${group.reused} reused`);
  if (group.failed > 0) parts.push(colors.red(`${group.failed} failed`));
  if (group.running > 0) parts.push(`${group.running} in flight`);
  if (group.costUsd > 0) parts.push(formatUsd(group.costUsd));
  return `${name} ${bar} ${parts.join("  ")}`;
}

function renderTotal(state: ProgressState, groups: GroupState[], now: number): string {
  const sum = (pick: (group: GroupState) => number) => groups.reduce((total, group) => total + pick(group), 0);
  const left = secondsLeft(state, now);
  const total = sum(({ total }) => total);
  const finished = sum(finishedItems);
  const cost = sum(({ costUsd }) => costUsd);
  const parts = [`${state.title}: ${finished} of ${total}`];
  if (state.elsewhere) parts.push(describeWorkers(state.elsewhere));
  if (cost > 0) parts.push(formatUsd(cost));
  parts.push(formatDuration(Math.round((now - state.startedAt) / 1000)));
  if (left !== null && finished < total) parts.push(`about ${formatDuration(left)} left`);
  return parts.join(", ");
}

/** Pads a name to a width, or cuts it with an ellipsis. */
function fitColumns(name: string, width: number): string {
  const kept = displayWidth(name) > width ? `${cutToColumns(name, width - 1)}…` : name;
  return kept + " ".repeat(Math.max(0, width - displayWidth(kept)));
}

import type { Phase, RequestOrder, TrialOrder, World } from "./order.ts";

/** $3 and $15 for a million tokens. */
export const USUAL_WORLD: World = {
  inputUsd: 3e-6,
  outputUsd: 15e-6,
  course: { kind: "constant" },
  telling: "honest",
  writes: 20,
  latencyMs: 15,
  pieceMs: 5,
};

/** It costs a third of a thousandth of a dollar, or less. */
export const SMALL: RequestOrder = {
  format: "chat_completions",
  size: 60,
  streamed: false,
  allows: 20,
  leaves: "never",
};

export const times = (count: number, request: RequestOrder): RequestOrder[] =>
  Array.from({ length: count }, () => request);

/** It costs three quarters of a dollar. */
export const LARGE: RequestOrder = { ...SMALL, size: 1_000_000 };

/** An order before its usual parts are filled in. */
export interface WrittenOrder {
  name: string;
  trials: TrialOrder[];
  world?: Partial<World>;
  limitUsd?: number;
}

/** A first small answer, whose price is far too low for the rest. */
export function afterSmall(
  parallel: number,
  requests: RequestOrder[],
  changes: Partial<TrialOrder> = {},
): TrialOrder[] {
  const phases: Phase[] = [
    { parallel: 1, requests: [SMALL] },
    { parallel, requests },
  ];
  return [{ keepAlive: true, phases, ...changes }];
}

export function atOnce(parallel: number, requests: RequestOrder[], changes: Partial<TrialOrder> = {}): TrialOrder[] {
  return [{ keepAlive: true, phases: [{ parallel, requests }], ...changes }];
}

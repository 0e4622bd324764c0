import { goodAnswer } from "../../rubric/support.ts";
import type { SeenRequest } from "../../support/scripted-server.ts";
import { USUAL_WORLD } from "./building-orders.ts";
import { type Order, requestsOf, type World } from "./order.ts";
import type { ContentOf } from "./price-request.ts";
import { agentCampaign, campaign, judgeOrModel, samples } from "./workspaces.ts";
import { writtenOrders } from "./written-orders.ts";

/** Money spent by a command of its own: `assay` with a limit, in a workspace of its own. */
export interface Command {
  name: string;
  group: string;
  limitUsd: number;
  world: World;
  files: Record<string, string>;
  words: string[];
  contentOf: ContentOf;
  /** The command is killed this often with requests under way, and started again. */
  kills?: number;
  /** It is started again after it ended by itself. */
  restarts?: number;
  /** True if every answer that the provider delivered is known to have been read. */
  readsAll: boolean;
  workers?: boolean;
}

/** Ten times the usual price, so that requests need not be large: reading a configuration takes time, too. */
const DEAR_WORLD: World = { ...USUAL_WORLD, inputUsd: 30e-6, outputUsd: 150e-6 };
/** Characters of a question that costs $0.15. */
const LARGE = 20_000;

const RUN = ["run", "--suite", "s", "--run-profile", "p", "--output", "json"];
const RUN_EVAL = ["run-eval", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e", "--output", "json"];
const RUBRIC_JUDGE = ["rubric", "judge", "--samples", "samples.jsonl", "--rubric", "rubric.json"];

/** Plain models and judges, a few small questions and then large ones. */
export function plainCommands(): Command[] {
  return [1, 8, 16, 64].flatMap((concurrency) => {
    const sizes = [...filled(4, 50), ...filled(30, LARGE)];
    const even = filled(40, 400);
    const base = {
      group: `plain models and judges, ${concurrency} at a time`,
      world: DEAR_WORLD,
      contentOf: () => null,
    };
    const models = { ...base, words: RUN, readsAll: true };
    return [
      { ...models, name: "models, small then large", limitUsd: 0.5, files: campaign(sizes, concurrency) },
      {
        ...models,
        name: "models, a price that jumps a hundredfold",
        limitUsd: 1,
        world: { ...DEAR_WORLD, course: { kind: "jump" as const, at: 20, by: 100 } },
        files: campaign(even, concurrency),
      },
      {
        ...models,
        name: "models, a provider that breaks off every third answer",
        limitUsd: 0.5,
        world: { ...DEAR_WORLD, breaksOffEvery: 3 },
        files: campaign(filled(30, LARGE), concurrency, 3),
      },
      {
        ...models,
        name: "models without a price",
        limitUsd: 0.01,
        world: { ...DEAR_WORLD, telling: "never" as const },
        files: campaign(filled(20, LARGE / 4), concurrency),
      },
      {
        ...models,
        name: "models and judges together",
        limitUsd: 0.5,
        words: RUN_EVAL,
        contentOf: judgeOrModel,
        files: campaign(filled(24, LARGE / 2), concurrency),
      },
      rubricCommand(concurrency),
    ];
  });
}

function rubricCommand(concurrency: number): Command {
  return {
    name: "judges, small then large",
    group: `plain models and judges, ${concurrency} at a time`,
    limitUsd: 0.5,
    world: DEAR_WORLD,
    files: samples([...filled(4, 50), ...filled(30, LARGE)]),
    words: [...RUBRIC_JUDGE, "--model", "acme/rater", "--concurrency", String(concurrency), "--output", "json"],
    contentOf: (body) => JSON.stringify(goodAnswer({ body } as SeenRequest)),
    readsAll: true,
  };
}

/** Killed with everything under way, and started again with the same limit. */
export function restartedCommands(): Command[] {
  const world = { ...DEAR_WORLD, latencyMs: 300 };
  const group = "started again after kill -9";
  const models = { group, limitUsd: 0.5, world, words: RUN, contentOf: () => null, readsAll: true, kills: 5 };
  return [
    { ...models, name: "models", files: campaign(filled(30, LARGE), 16) },
    { ...models, name: "models, one at a time", files: campaign(filled(30, LARGE), 1) },
    {
      ...models,
      name: "models and judges",
      words: RUN_EVAL,
      contentOf: judgeOrModel,
      files: campaign(filled(20, LARGE / 2), 8),
    },
    { ...rubricCommand(16), group, world, kills: 5, name: "judges" },
    {
      ...models,
      name: "an agent with large requests",
      words: RUN,
      files: agentCampaign(largeAgent(world)),
      readsAll: false,
    },
    {
      ...models,
      group: "started again without a price",
      name: "models",
      limitUsd: 0.01,
      world: { ...DEAR_WORLD, telling: "never" },
      files: campaign(filled(20, LARGE / 4), 4),
      kills: 0,
      restarts: 5,
    },
    {
      ...rubricCommand(4),
      group: "started again without a price",
      name: "judges",
      limitUsd: 0.01,
      world: { ...DEAR_WORLD, telling: "never" },
      restarts: 5,
    },
  ];
}

function largeAgent(world: World): Order {
  const large = writtenOrders().find(({ name }) => name === "large prompts one after the other after a small one")!;
  return { ...large, world };
}

/** Agents in the sandbox, with fewer requests than where nothing has to be started. */
export function agentCommands(): Command[] {
  const orders = writtenOrders().filter(
    ({ world, name }) => world.course.kind === "constant" && !name.includes("8 MB"),
  );
  return orders
    .filter((_, at) => at % 2 === 0 || at < 4)
    .map((written) => {
      const order = {
        ...written,
        world: { ...written.world, latencyMs: 300, pieceMs: 20 },
        trials: written.trials.map(shortened),
      };
      return {
        name: order.name,
        group: "agents in the sandbox",
        limitUsd: order.limitUsd,
        world: order.world,
        files: agentCampaign(order),
        words: RUN,
        contentOf: () => null,
        readsAll: !order.trials.some(
          (trial) => trial.endsAfter || requestsOf(trial).some(({ leaves }) => leaves !== "never"),
        ),
      };
    });
}

const MOST_REQUESTS = 40;

function shortened(trial: Order["trials"][number]): Order["trials"][number] {
  return {
    ...trial,
    phases: trial.phases.map((phase) => ({ ...phase, requests: phase.requests.slice(-MOST_REQUESTS) })),
  };
}

/** Two workers that share a limit. */
export function workerCommands(): Command[] {
  const models = {
    group: "workers over Redis",
    words: RUN,
    contentOf: () => null,
    readsAll: true,
    workers: true,
    world: DEAR_WORLD,
  };
  return [
    {
      ...models,
      name: "small then large",
      limitUsd: 0.5,
      files: campaign([...filled(4, 50), ...filled(30, LARGE)], 16),
    },
    { ...models, name: "an agent that hangs up", limitUsd: 0.5, readsAll: false, files: agentCampaign(shortAgent()) },
    {
      ...models,
      name: "a price that jumps",
      limitUsd: 1,
      world: { ...DEAR_WORLD, course: { kind: "jump", at: 20, by: 100 } },
      files: campaign(filled(40, 400), 16),
    },
  ];
}

function shortAgent(): Order {
  const order = writtenOrders()[0]!;
  return { ...order, trials: order.trials.map(shortened) };
}

/** A hundred trials that cost the same, with a limit of twice their price. */
export function honestCommand(): Command {
  const world = { ...DEAR_WORLD, latencyMs: 50 };
  const price = (400 / 4 + ENVELOPE_TOKENS) * world.inputUsd + world.writes * world.outputUsd;
  const files = campaign(filled(100, 400), 16);
  return {
    name: "honest trials",
    group: "honest work",
    limitUsd: 2 * 100 * price,
    world,
    files,
    words: RUN,
    contentOf: () => null,
    readsAll: true,
  };
}

/** Tokens of a request besides its prompt. */
const ENVELOPE_TOKENS = 40;

function filled(count: number, size: number): number[] {
  return Array.from({ length: count }, () => size);
}

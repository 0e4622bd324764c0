import { afterSmall, atOnce, LARGE, SMALL, times, USUAL_WORLD, type WrittenOrder } from "./building-orders.ts";
import type { Order, RequestOrder, TrialOrder, World } from "./order.ts";
import { unusualOrders } from "./unusual-orders.ts";

const LIMIT = 0.5;
/** Every request costs the same, whatever is in it. */
const FLAT: Partial<World> = { inputUsd: 0, outputUsd: 0, toolUsd: 0.01 };
const FLAT_REQUEST: RequestOrder = { ...SMALL, fields: { plugins: [{ id: "web" }] } };

/** Thought of by hand: the ways that cost most, and those that a rule about sizes and prices may have forgotten. */
export function writtenOrders(): Order[] {
  const written = [...hangingUp(), ...large(), ...jumps(), ...unusualOrders(), ...ends()];
  return written.map(({ name, trials, world = {}, limitUsd = LIMIT }) => ({
    name,
    group: "written by hand",
    limitUsd,
    world: { ...USUAL_WORLD, ...world },
    trials,
  }));
}

function hangingUp(): WrittenOrder[] {
  const left: RequestOrder = { ...LARGE, leaves: "before_headers" };
  const small: RequestOrder = { ...SMALL, size: 2_000, allows: 32_000, leaves: "before_headers" };
  return [
    {
      name: "a small answer, then 160 requests of 1 MB that are each broken off",
      trials: afterSmall(4, times(160, left)),
    },
    { name: "the same one after the other", trials: afterSmall(1, times(24, left)) },
    { name: "nothing but requests that are broken off", trials: atOnce(1, times(24, left)) },
    { name: "three at once that are broken off, again and again", trials: atOnce(3, times(24, left)) },
    {
      name: "left after the first byte of a stream",
      trials: afterSmall(4, times(32, { ...LARGE, streamed: true, leaves: "first_byte" })),
    },
    {
      name: "left between the end of the text and its price",
      trials: afterSmall(4, times(32, { ...LARGE, streamed: true, leaves: "at_stop" })),
      world: { telling: "late" },
    },
    {
      name: "left with a first price that is a thousandth of the last",
      trials: afterSmall(4, times(32, { ...LARGE, streamed: true, leaves: "half_stream" })),
      world: { telling: "low_early" },
    },
    { name: "small requests that allow much, broken off", trials: afterSmall(16, times(64, small)) },
    { name: "broken off with eight answers each", trials: afterSmall(16, times(64, { ...small, answers: 8 })) },
    {
      name: "broken off without saying how much is allowed",
      trials: afterSmall(16, times(200, { ...small, allows: null })),
    },
    {
      name: "half of each body, then the connection is gone",
      trials: afterSmall(8, times(40, { ...LARGE, leaves: "half_body" })),
    },
  ];
}

function large(): WrittenOrder[] {
  return [
    { name: "45 large prompts at once after a small one", trials: afterSmall(45, times(45, LARGE)) },
    { name: "large prompts one after the other after a small one", trials: afterSmall(1, times(12, LARGE)) },
    {
      name: "8 MB at once after a small one",
      trials: afterSmall(5, times(5, { ...LARGE, size: 8_000_000 })),
      limitUsd: 2,
    },
    {
      name: "a hundred small ones, then 45 large ones",
      trials: afterSmall(45, [...times(100, SMALL), ...times(45, LARGE)]),
    },
    {
      name: "large prompts in all four formats at once",
      trials: afterSmall(40, [
        ...times(10, LARGE),
        ...times(10, { ...LARGE, format: "responses" }),
        ...times(10, { ...LARGE, format: "messages" }),
        ...times(10, { ...LARGE, format: "generate_content" }),
      ]),
    },
    { name: "prompts that double from one to the next", trials: afterSmall(1, doubling(14)), limitUsd: 0.2 },
    { name: "prompts that double, four at a time", trials: afterSmall(4, doubling(14)), limitUsd: 0.2 },
    {
      name: "large prompts while a provider breaks off every second answer",
      trials: afterSmall(4, times(40, { ...LARGE, size: 200_000, retries: 2 })),
      world: { breaksOffEvery: 2 },
    },
    {
      name: "retries of what a provider refuses now and then",
      trials: afterSmall(16, times(60, { ...LARGE, size: 100_000, retries: 3 })),
      world: { refusesEvery: 3 },
    },
  ];
}

function doubling(steps: number): RequestOrder[] {
  return Array.from({ length: steps }, (_, at) => ({ ...SMALL, size: 100 * 2 ** at }));
}

function jumps(): WrittenOrder[] {
  const flat = atOnce(1, times(4, FLAT_REQUEST))[0]!;
  const jumping = (parallel: number, count: number): TrialOrder[] => [
    { keepAlive: true, phases: [...flat.phases, { parallel, requests: times(count, FLAT_REQUEST) }] },
  ];
  return [
    {
      name: "a price that jumps from $0.01 to $1 with 32 under way",
      trials: jumping(32, 64),
      world: { ...FLAT, course: { kind: "jump", at: 5, by: 100 } },
      limitUsd: 1,
    },
    {
      name: "the same, one after the other",
      trials: jumping(1, 30),
      world: { ...FLAT, course: { kind: "jump", at: 5, by: 100 } },
      limitUsd: 1,
    },
    {
      name: "forty free answers, then a price",
      trials: atOnce(8, times(120, { ...SMALL, size: 40_000 })),
      world: { course: { kind: "free_at_first", until: 40 } },
      limitUsd: 0.3,
    },
    {
      name: "cheap and dear answers in turn, 16 at once",
      trials: atOnce(16, times(64, { ...SMALL, size: 10_000 })),
      world: { course: { kind: "alternate", every: 1, by: 50 } },
      limitUsd: 0.5,
    },
    {
      name: "a price that grows by a tenth with each answer",
      trials: atOnce(8, times(80, { ...SMALL, size: 4_000 })),
      world: { course: { kind: "drift", by: 1.1 } },
    },
  ];
}

function ends(): WrittenOrder[] {
  const requests = times(32, { ...LARGE, size: 400_000 });
  const ending = afterSmall(16, requests, { endsAfter: 8 });
  return [
    { name: "a trial that ends with its requests under way", trials: ending },
    {
      name: "eight trials that end with their requests under way",
      trials: Array.from({ length: 8 }, () => ending[0]!),
    },
    {
      name: "sixteen trials at once with one large request each",
      trials: Array.from({ length: 16 }, () => atOnce(1, [{ ...LARGE, size: 400_000 }])[0]!),
    },
    {
      name: "sixteen trials at once, each a small request and then large ones",
      trials: Array.from({ length: 16 }, () => afterSmall(4, requests.slice(0, 4))[0]!),
    },
  ];
}

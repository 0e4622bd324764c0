import type { WireFormat } from "../../../src/gateway/index.ts";
import { WIRE_FORMATS } from "../../../src/gateway/index.ts";
import { randomNumbers } from "../../support/mutate.ts";
import { SMALL, times, USUAL_WORLD } from "./building-orders.ts";
import {
  type Leaving,
  type Order,
  type RateCourse,
  type RequestOrder,
  type Telling,
  type TrialOrder,
  unlimitedUsd,
  type World,
} from "./order.ts";

/** Draws below a number. */
type Random = (below: number) => number;

/** How the money is spent, and in which world; their products are the rows of the table. */
const PATTERNS: Record<string, (random: Random) => TrialOrder[]> = {
  "one after the other": sequences,
  "many at once": bursts,
  "hanging up": hangUps,
  "a small answer before the rest": smallFirst,
  "long outputs": longOutputs,
  "trials that end early": endings,
  "many trials on one limit": manyTrials,
};
const WORLDS: Record<string, (random: Random) => World> = {
  "constant rates": constantWorld,
  "rates that change": changingWorld,
  "prices that are not told": silentWorld,
};
const EACH = 24;

/** 504 orders, the same ones every time. */
export function seededOrders(): Order[] {
  const orders: Order[] = [];
  for (const [pattern, trialsOf] of Object.entries(PATTERNS))
    for (const [kind, worldOf] of Object.entries(WORLDS))
      for (let number = 1; number <= EACH; number += 1) {
        const random = randomNumbers(orders.length + 1);
        const [trials, world] = [trialsOf(random), worldOf(random)];
        // Without prices, what is allowed is a single request, however high the limit is.
        const parts = kind !== "prices that are not told" ? [0.02, 0.1, 0.3, 0.6] : [0.001, 0.005, 0.02, 0.1];
        const limitUsd = unlimitedUsd({ world, trials }) * pick(random, parts);
        orders.push({ name: `${pattern}, ${kind}, ${number}`, group: `${pattern}, ${kind}`, limitUsd, world, trials });
      }
  return orders;
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random(values.length)]!;
}

const SIZES = [100, 1_000, 10_000, 50_000, 200_000];
/** Reading a megabyte takes a while, so an order has only so much of it. */
const MOST_CHARACTERS = 6_000_000;

function requestOf(random: Random, changes: Partial<RequestOrder> = {}): RequestOrder {
  const format: WireFormat = pick(random, WIRE_FORMATS);
  const several = (format === "chat_completions" || format === "generate_content") && random(5) === 0;
  return {
    format,
    size: pick(random, SIZES),
    streamed: random(2) === 0,
    allows: pick(random, [null, 50, 500, 4_000]),
    ...(several ? { answers: pick(random, [2, 4, 8]) } : {}),
    leaves: "never",
    ...(random(4) === 0 ? { retries: 1 + random(2) } : {}),
    ...(random(12) === 0 && (format === "messages" || format === "generate_content") ? { counts: true } : {}),
    ...changes,
  };
}

function requestsFor(random: Random, count: number, changes: () => Partial<RequestOrder> = () => ({})): RequestOrder[] {
  const requests: RequestOrder[] = [];
  let characters = 0;
  while (requests.length < count) {
    const request = requestOf(random, changes());
    characters += request.size;
    requests.push(characters > MOST_CHARACTERS ? { ...request, size: 100 } : request);
  }
  return requests;
}

function sequences(random: Random): TrialOrder[] {
  const requests = requestsFor(random, 8 + random(12));
  const order = pick(random, ["as drawn", "growing", "shrinking"]);
  if (order !== "as drawn")
    requests.sort((one, other) => (order === "growing" ? one.size - other.size : other.size - one.size));
  return [{ keepAlive: random(2) === 0, phases: [{ parallel: 1, requests }] }];
}

function bursts(random: Random): TrialOrder[] {
  const parallel = pick(random, [2, 4, 8, 16, 32, 64]);
  return [{ keepAlive: random(2) === 0, phases: [{ parallel, requests: requestsFor(random, 24 + random(48)) }] }];
}

const HANG_UPS: Leaving[] = ["half_body", "before_headers", "first_byte", "half_stream", "at_stop"];

function hangUps(random: Random): TrialOrder[] {
  const only = random(2) === 0 ? pick(random, HANG_UPS) : null;
  const leaves = () => ({ leaves: only ?? pick(random, [...HANG_UPS, "never"] as Leaving[]) });
  const first = times(random(3), SMALL);
  const phases = [
    { parallel: 1, requests: first },
    { parallel: pick(random, [1, 2, 4, 16]), requests: requestsFor(random, 24 + random(40), leaves) },
  ];
  return [{ keepAlive: random(2) === 0, phases }];
}

function smallFirst(random: Random): TrialOrder[] {
  const [size, small] = [pick(random, [50_000, 200_000, 500_000, 2_000_000, 8_000_000]), 1 + random(40)];
  const count = Math.max(2, Math.min(64, Math.floor(12_000_000 / size)));
  const leaves = pick(random, ["never", "never", "before_headers", "half_stream"] as Leaving[]);
  const format = pick(random, WIRE_FORMATS);
  const rest = times(count, {
    ...SMALL,
    format,
    size,
    leaves,
    streamed: random(2) === 0,
    allows: pick(random, [null, 100]),
  });
  const parallel = pick(random, [1, 4, 16, 64]);
  // In one phase, the small ones are still under way when the large ones begin.
  const phases =
    random(2) === 0
      ? [{ parallel, requests: [...times(small, SMALL), ...rest] }]
      : [
          { parallel: 1, requests: times(small, SMALL) },
          { parallel, requests: rest },
        ];
  return [{ keepAlive: true, phases }];
}

function longOutputs(random: Random): TrialOrder[] {
  const format = pick(random, WIRE_FORMATS);
  const canBeMany = format === "chat_completions" || format === "generate_content";
  const long: RequestOrder = {
    format,
    size: pick(random, [100, 2_000]),
    streamed: random(2) === 0,
    allows: pick(random, [null, 4_000, 16_000, 1_000_000_000]),
    ...(canBeMany && random(2) === 0 ? { answers: pick(random, [2, 8]) } : {}),
    leaves: pick(random, ["never", "never", "before_headers", "first_byte"] as Leaving[]),
  };
  const phases = [
    { parallel: 1, requests: times(random(3), SMALL) },
    { parallel: pick(random, [1, 4, 16, 32]), requests: times(8 + random(16), long) },
  ];
  return [{ keepAlive: random(2) === 0, phases }];
}

function endings(random: Random): TrialOrder[] {
  const trials = 1 + random(6);
  return Array.from({ length: trials }, () => ({
    keepAlive: true,
    phases: [
      {
        parallel: pick(random, [4, 8, 16]),
        requests: requestsFor(random, 16, () => ({ size: pick(random, SIZES.slice(0, 4)) })),
      },
    ],
    endsAfter: 1 + random(16),
  }));
}

function manyTrials(random: Random): TrialOrder[] {
  const leaves = () => ({ leaves: pick(random, ["never", "never", "before_headers", "half_stream"] as Leaving[]) });
  const trial = () => {
    const requests = requestsFor(random, 2 + random(6), () => ({ ...leaves(), size: pick(random, SIZES.slice(0, 4)) }));
    return { keepAlive: false, phases: [{ parallel: 1 + random(4), requests }] };
  };
  return Array.from({ length: 4 + random(20) }, trial);
}

function worldOf(random: Random, course: RateCourse, telling: Telling): World {
  const scale = pick(random, [0.1, 1, 20]);
  return {
    ...USUAL_WORLD,
    inputUsd: USUAL_WORLD.inputUsd * scale,
    outputUsd: USUAL_WORLD.inputUsd * scale * pick(random, [1, 5, 20]),
    course,
    telling,
    writes: pick(random, [20, 300, 1_000, 8_000]),
    latencyMs: pick(random, [1, 5, 20]),
    pieceMs: pick(random, [1, 4]),
    ...(random(8) === 0 ? { breaksOffEvery: 2 + random(5) } : {}),
    ...(random(8) === 0 ? { refusesEvery: 2 + random(5) } : {}),
  };
}

function constantWorld(random: Random): World {
  const telling = pick(random, ["honest", "honest", "cost_only", "low_early", "late"] as Telling[]);
  return worldOf(random, { kind: "constant" }, telling);
}

function changingWorld(random: Random): World {
  const courses: RateCourse[] = [
    { kind: "jump", at: 1 + random(12), by: pick(random, [10, 100]) },
    { kind: "drift", by: pick(random, [1.02, 1.1]) },
    { kind: "heavy_tail", seed: random(1_000) },
    { kind: "alternate", every: 1 + random(3), by: pick(random, [10, 100]) },
    { kind: "free_at_first", until: 1 + random(8) },
  ];
  return worldOf(random, pick(random, courses), "honest");
}

function silentWorld(random: Random): World {
  const tellings: Telling[] = [
    "streams_on_request",
    "never",
    "every_third",
    "negative",
    "huge",
    "not_a_number",
    "in_words",
  ];
  return worldOf(random, { kind: "constant" }, pick(random, tellings));
}

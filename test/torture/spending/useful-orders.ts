import { WIRE_FORMATS } from "../../../src/gateway/index.ts";
import { SMALL, times, USUAL_WORLD } from "./building-orders.ts";
import { type Order, type Phase, type RequestOrder, requestsOf, type TrialOrder } from "./order.ts";

const WORLD = { ...USUAL_WORLD, writes: 300, latencyMs: 30 };
const MODEST: RequestOrder = { ...SMALL, size: 4_000, allows: 4_000, streamed: true };

/** Honest work with a limit of twice what it costs: a limit that stops it is too careful to be of use. */
export function usefulOrders(): Order[] {
  return WIRE_FORMATS.flatMap((format) => {
    const request = { ...MODEST, format };
    const growing = Array.from({ length: 40 }, (_, at) => ({ ...request, size: 1_000 * (at + 1) }));
    return [
      usefulOrder(`a conversation of 40 growing requests, ${format}`, [{ parallel: 1, requests: growing }]),
      usefulOrder(`32 modest requests at once, ${format}`, [{ parallel: 32, requests: times(32, request) }]),
      usefulOrder(`32 modest requests at once after a first one, ${format}`, [
        { parallel: 1, requests: [request] },
        { parallel: 32, requests: times(32, request) },
      ]),
      usefulOrder(`16 at a time, some streamed and some not, ${format}`, [
        { parallel: 16, requests: times(96, request).map((one, at) => ({ ...one, streamed: at % 2 === 0 })) },
      ]),
    ];
  });
}

function usefulOrder(name: string, phases: Phase[]): Order {
  const trial: TrialOrder = { keepAlive: true, phases };
  return { name, group: "honest work", limitUsd: 2 * honestUsd(trial), world: WORLD, trials: [trial] };
}

/** Far less is written than allowed. */
function honestUsd(trial: TrialOrder): number {
  const { inputUsd, outputUsd, writes } = WORLD;
  return requestsOf(trial).reduce((sum, { size }) => sum + (size / 4) * inputUsd + writes * outputUsd, 0);
}

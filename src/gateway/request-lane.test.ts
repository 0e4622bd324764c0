import { describeLane } from "../../test/support/lane-contract.ts";
import { createLocalLane } from "./request-lane.ts";
import { sleep } from "./retry-policy.ts";

describeLane("one process", (sizes) =>
  createLocalLane({ random: Math.random, sleep, now: () => performance.now() }, sizes),
);

import { describe, expect, test } from "vitest";
import type { RequestLane, RequestLoad } from "../../src/gateway/index.ts";

/** The contract of every lane of requests, with turns taken by one process or by many. */
export function describeLane(
  name: string,
  open: (sizes: { start?: number; most?: number }) => RequestLane | Promise<RequestLane>,
): void {
  describe(`a lane of ${name}`, () => {
    test("never has more requests in flight than it begins with, and sends all of them", async () => {
      const provider = countingProvider();
      const lane = await open({ start: 3, most: 3 });
      await Promise.all(Array.from({ length: 20 }, () => lane.run(provider.serve, is("success"))));
      expect([provider.served(), provider.mostAtOnce()]).toEqual([20, 3]);
    });

    test("sends requests in the order in which they came", async () => {
      const lane = await open({ start: 1, most: 1 });
      const order: number[] = [];
      await Promise.all([1, 2, 3, 4, 5].map((number) => lane.run(async () => order.push(number), is("neutral"))));
      expect(order).toEqual([1, 2, 3, 4, 5]);
    });

    test("has half as many in flight after a refusal", async () => {
      const provider = countingProvider();
      const lane = await open({ start: 8, most: 8 });
      await lane.run(provider.serve, is("crowded"));
      await Promise.all(Array.from({ length: 20 }, () => lane.run(provider.serve, is("neutral"))));
      expect(provider.mostAtOnce()).toBe(4);
    });

    test("is halved once by refusals of requests that were in flight together, and never below one", async () => {
      const lane = await open({ start: 8, most: 8 });
      const together = countingProvider();
      await Promise.all(Array.from({ length: 8 }, () => lane.run(together.serve, is("crowded"))));
      const after = countingProvider();
      await Promise.all(Array.from({ length: 12 }, () => lane.run(after.serve, is("neutral"))));
      expect([together.mostAtOnce(), after.mostAtOnce()]).toEqual([8, 4]);
      for (let refusal = 0; refusal < 5; refusal++) await lane.run(after.serve, is("crowded"));
      const last = countingProvider();
      await Promise.all(Array.from({ length: 3 }, () => lane.run(last.serve, is("neutral"))));
      expect([last.served(), last.mostAtOnce()]).toEqual([3, 1]);
    });

    test("grows while it succeeds and all of it is used, up to its most", async () => {
      const provider = countingProvider();
      const lane = await open({ start: 2, most: 5 });
      await Promise.all(Array.from({ length: 60 }, () => lane.run(provider.serve, is("success"))));
      expect([provider.served(), provider.mostAtOnce()]).toEqual([60, 5]);
    });

    test("does not grow by requests that come one at a time", async () => {
      const provider = countingProvider();
      const lane = await open({ start: 2, most: 50 });
      for (let request = 0; request < 20; request++) await lane.run(provider.serve, is("success"));
      await Promise.all(Array.from({ length: 10 }, () => lane.run(provider.serve, is("neutral"))));
      expect(provider.mostAtOnce()).toBe(2);
    });

    test("is closed until the moment that the server has named", async () => {
      const lane = await open({ start: 4 });
      let until = 0;
      await lane.run(
        async () => {
          until = performance.now() + 150;
        },
        () => ({ load: "crowded", comeBackAfterMs: 150 }),
      );
      const startedAt: number[] = [];
      const note = async () => startedAt.push(performance.now());
      await Promise.all([1, 2, 3].map(() => lane.run(note, is("neutral"))));
      expect(startedAt).toHaveLength(3);
      // Clocks of two processes round a millisecond differently.
      expect(Math.min(...startedAt)).toBeGreaterThan(until - 5);
    });

    test("gives a place back when its request fails", async () => {
      const lane = await open({ start: 1, most: 1 });
      const fails = () => Promise.reject(new Error("broken"));
      await expect(lane.run(fails, is("neutral"))).rejects.toThrow("broken");
      expect(await lane.run(async () => "sent", is("neutral"))).toBe("sent");
    });

    test("gives up what waits when the signal comes, and never sends it; who comes later has its turn", async () => {
      const lane = await open({ start: 1, most: 1 });
      const provider = heldProvider();
      const first = lane.run(provider.serve, is("neutral"));
      await provider.isAsked;
      const interrupt = new AbortController();
      const sent: string[] = [];
      const given = lane.run(async () => sent.push("given up"), is("neutral"), interrupt.signal);
      const later = lane.run(async () => sent.push("later"), is("neutral"));
      interrupt.abort();
      expect(await given).toBeNull();
      provider.release();
      await Promise.all([first, later]);
      expect(sent).toEqual(["later"]);
    });

    test("sends nothing for a signal that came before", async () => {
      const lane = await open({ start: 1 });
      expect(await lane.run(async () => "sent", is("neutral"), AbortSignal.abort())).toBeNull();
    });
  });
}

function is(load: RequestLoad["load"]): () => RequestLoad {
  return () => ({ load, comeBackAfterMs: null });
}

function countingProvider() {
  let [inFlight, most, served] = [0, 0, 0];
  return {
    async serve() {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inFlight--;
      served++;
    },
    mostAtOnce: () => most,
    served: () => served,
  };
}

/** Answers when it is told to. */
function heldProvider() {
  let release = () => {};
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const serve = async () => {
    asked();
    await isReleased;
  };
  return { serve, isAsked, release: () => release() };
}

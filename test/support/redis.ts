import { onTestFinished } from "vitest";
import { startRedis, type TestRedis, type TestRedisOptions } from "./redis-server.ts";

export { startRedis, type TestRedis, type TestRedisOptions } from "./redis-server.ts";

/**
 * For one test, gone when it ends. `lacks("redis")` says where there is none.
 *
 * @example
 * const redis = await testRedis({ password: "for tests" });
 * await redis.kill();
 * await redis.start();
 */
export async function testRedis(options: TestRedisOptions = {}): Promise<TestRedis> {
  const redis = await startRedis(options);
  onTestFinished(() => redis.close());
  return redis;
}

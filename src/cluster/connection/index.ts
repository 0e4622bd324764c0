export { connectRedis, type RedisConnection } from "./connect-redis.ts";
export { readRedisAddress } from "./redis-address.ts";
export { runRedisScript } from "./run-script.ts";

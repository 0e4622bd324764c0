export { type ConnectedRedis, connectRedis, type RedisConnection } from "./connect-redis.ts";
export { type RedisAddress, type RedisAddressWords, readRedisAddress } from "./redis-address.ts";
export { runRedisScript } from "./run-script.ts";

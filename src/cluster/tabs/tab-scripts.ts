// What Redis knows about a job that may cost something, until its result is there. A hash:
//
//   begun        how many workers have begun it
//   allowed      how many may: one, and one more for each that was lost and stays charged
//   room         what the next one may spend, in USD; left out where the job itself says it
//   sent:N       requests that the worker that began it as number N has sent, counted before they were
//   settled:N    those of them whose price is in paid:N
//   paid:N       in USD
//   held:N       the most that requests of an agent may cost that are under way, in USD
//   tries:HASH   attempts at one request, by all workers together

/**
 * Begins a job, unless as many have begun it as may.
 *
 * KEYS: tab. ARGV: job, channel, lifetime ms, 1 for whoever sends requests that nobody here sees
 * Returns: whether it may, all that was known before
 */
export const BEGIN = `
local known = redis.call('HGETALL', KEYS[1])
local begun = tonumber(redis.call('HGET', KEYS[1], 'begun') or 0)
if begun >= tonumber(redis.call('HGET', KEYS[1], 'allowed') or 1) then return { 0, known } end
redis.call('HSET', KEYS[1], 'begun', begun + 1, 'sent:' .. (begun + 1), ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[2], ARGV[1])
return { 1, known }`;

/**
 * Counts a request before it is sent, unless somebody else has the job by now, or its result is there. A Redis that has lost its memory
 * can't say so.
 *
 * KEYS: tab, result. ARGV: number, hash of the request, lifetime ms
 */
export const COUNT = `
local begun = redis.call('HGET', KEYS[1], 'begun')
if begun and begun ~= ARGV[1] then return 0 end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'begun', ARGV[1])
redis.call('HSETNX', KEYS[1], 'allowed', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sent:' .. ARGV[1], 1)
redis.call('HINCRBY', KEYS[1], 'tries:' .. ARGV[2], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/**
 * One more may begin a job after one that was lost.
 *
 * KEYS: tab, result. ARGV: how many had begun it, room or "", what said that it was lost
 */
export const ALLOW = `
if tonumber(redis.call('HGET', KEYS[1], 'allowed') or 1) <= tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'allowed', ARGV[1] + 1, 'room', ARGV[2])
end
if redis.call('GET', KEYS[2]) == ARGV[3] then redis.call('DEL', KEYS[2]) end
return 1`;

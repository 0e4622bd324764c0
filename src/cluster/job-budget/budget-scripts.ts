// Spending of a job until its result exists. A hash:
//
//   begun        number of workers that have begun it
//   allowed      number of allowed starts: one, and one more for each lost worker that stays charged
//   room         budget of the next start, in USD; omitted to use the job's own
//   sent:N       requests sent by start number N, counted before sending
//   settled:N    those of them whose price is in paid:N
//   paid:N       in USD
//   held:N       upper bound of an agent's requests in flight, in USD
//   tries:HASH   attempts at one request, by all workers together

/**
 * Begins a job, unless all allowed starts are used.
 *
 * KEYS: budget. ARGV: job, channel, lifetime ms, 1 for agents, whose requests are not seen here
 * Returns: whether it may begin, all fields as they were before
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
 * Counts a request before it is sent, unless another worker has the job or its result exists. Cannot tell after Redis has lost its data.
 *
 * KEYS: budget, result. ARGV: number, hash of the request, lifetime ms
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
 * Allows one more start after a lost one.
 *
 * KEYS: budget, result. ARGV: starts so far, room or "", the result that reported the loss
 */
export const ALLOW = `
if tonumber(redis.call('HGET', KEYS[1], 'allowed') or 1) <= tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'allowed', ARGV[1] + 1, 'room', ARGV[2])
end
if redis.call('GET', KEYS[2]) == ARGV[3] then redis.call('DEL', KEYS[2]) end
return 1`;

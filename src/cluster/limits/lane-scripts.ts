// Shared state of a lane, and the scripts that change it. Each script is atomic.
//
//   state  hash: limit, round, met (a refusal was seen), successes, closed (until when), born, serial
//   held   sorted set: occupied places, by expiry unless renewed
//   line   sorted set: waiting workers, in order of arrival
//   alive  sorted set: waiting workers, by expiry unless renewed
//
// All times are Redis's, the only clock that all workers share.

export function laneKeys(name: string): [state: string, held: string, line: string, alive: string] {
  // The braces keep a lane's keys on one node of a cluster.
  const base = `assay:limits:{${name}}`;
  return [`${base}:state`, `${base}:held`, `${base}:line`, `${base}:alive`];
}

/** Channel of one worker; messages name lanes that have room. */
export function wakeChannel(worker: string): string {
  return `assay:limits:wake:${worker}`;
}

/** Idle lanes are forgotten: a provider's limit of yesterday says nothing about today. */
export const FORGET_AFTER_MS = 600_000;

const COMMON = `
local state, held, line, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function keep()
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${FORGET_AFTER_MS}) end
end

local function dropDead()
  redis.call('ZREMRANGEBYSCORE', held, '-inf', now)
  for _, worker in ipairs(redis.call('ZRANGEBYSCORE', alive, '-inf', now)) do
    redis.call('ZREM', alive, worker)
    redis.call('ZREM', line, worker)
  end
end

-- Only the first is woken, and whoever takes a place wakes the next: nobody is called to a place that is not there.
local function wakeFirst(free, except)
  if free <= 0 then return end
  local first = redis.call('ZRANGE', line, 0, 0)[1]
  if first and first ~= except then redis.call('PUBLISH', 'assay:limits:wake:' .. first, ARGV[1]) end
end
`;

/**
 * Takes up to a number of places. Earlier workers are served first, and several waiting workers share the free places.
 *
 * ARGV: lane, worker, wanted, first serial, lease ms, ticket ms, limit to begin with, met to begin with, born as known or "", recover ms
 * Returns: granted, limit, met, round, closed for ms, born
 */
export const TAKE = `${COMMON}
local worker, wanted = ARGV[2], tonumber(ARGV[3])
-- Removing comes first: a script that has removed something may also write when Redis is out of memory, and a place is small.
dropDead()
local known = redis.call('HMGET', state, 'limit', 'met', 'round', 'closed', 'born')
local limit, met, round, closed, born = tonumber(known[1]), known[2], known[3], tonumber(known[4]), known[5]
if not limit then
  limit, met, round, closed, born = tonumber(ARGV[7]), ARGV[8], tostring(now), 0, tostring(now)
  redis.call('HSET', state, 'limit', limit, 'met', met, 'round', round, 'successes', 0, 'closed', 0, 'born', born)
end
-- Redis has forgotten this lane since the worker last saw it. Others may have requests in flight that they could not register yet.
if ARGV[9] ~= '' and ARGV[9] ~= born then
  closed = math.max(closed, born + ARGV[10])
  redis.call('HSET', state, 'closed', closed)
end
local free = limit - redis.call('ZCARD', held)
if closed > now then free = 0 end
local rank = redis.call('ZRANK', line, worker)
local inLine = redis.call('ZCARD', line)
local ahead = rank or inLine
local others = rank and inLine - 1 or inLine
local granted = 0
if free > ahead then
  granted = math.min(wanted, math.max(1, math.floor(free / (others + 1))))
  for place = 1, granted do redis.call('ZADD', held, now + ARGV[5], worker .. ':' .. (ARGV[4] + place - 1)) end
end
if granted == wanted then
  redis.call('ZREM', line, worker)
  redis.call('ZREM', alive, worker)
else
  if granted > 0 or not rank then redis.call('ZADD', line, redis.call('HINCRBY', state, 'serial', 1), worker) end
  redis.call('ZADD', alive, now + ARGV[6], worker)
end
wakeFirst(free - granted, worker)
keep()
return { granted, limit, met, round, math.max(0, closed - now), born }`;

/**
 * Returns a place and adapts the limit, as on one machine: a refusal halves it once for all requests in flight, and successes raise it
 * while it is fully used.
 *
 * ARGV: lane, place, load, round at the start, come back after ms or -1, most
 * Returns: limit, met, round
 */
export const SETTLE = `${COMMON}
dropDead()
local active = redis.call('ZCARD', held)
redis.call('ZREM', held, ARGV[2])
local known = redis.call('HMGET', state, 'limit', 'met', 'round', 'successes', 'closed')
local limit, met, round, successes, closed = tonumber(known[1]), known[2], known[3], tonumber(known[4]), tonumber(known[5])
if not limit then return {} end
if ARGV[3] == 'crowded' and ARGV[4] == round then
  limit, met, round, successes = math.max(1, math.floor(limit / 2)), '1', tostring(redis.call('HINCRBY', state, 'round', 1)), 0
  redis.call('HSET', state, 'limit', limit, 'met', met, 'successes', 0)
elseif ARGV[3] == 'success' and active >= limit then
  successes = successes + 1
  if successes >= (met == '1' and limit or 1) then
    successes, limit = 0, math.min(tonumber(ARGV[6]), limit + 1)
  end
  redis.call('HSET', state, 'limit', limit, 'successes', successes)
end
if tonumber(ARGV[5]) >= 0 then
  closed = math.max(closed, now + ARGV[5])
  redis.call('HSET', state, 'closed', closed)
end
if closed <= now then wakeFirst(limit - redis.call('ZCARD', held), nil) end
return { limit, met, round }`;

/**
 * Renews places, including those that Redis has lost, and the worker's turn.
 *
 * ARGV: lane, worker, lease ms, ticket ms, places…
 */
export const RENEW = `${COMMON}
for place = 5, #ARGV do redis.call('ZADD', held, now + ARGV[3], ARGV[place]) end
redis.call('ZADD', alive, 'XX', now + ARGV[4], ARGV[2])
keep()
return 1`;

/** Removes the worker from the line. ARGV: lane, worker */
export const LEAVE_LINE = `${COMMON}
redis.call('ZREM', line, ARGV[2])
redis.call('ZREM', alive, ARGV[2])
dropDead()
local limit = tonumber(redis.call('HGET', state, 'limit') or 0)
wakeFirst(limit - redis.call('ZCARD', held), nil)
return 1`;

export const LANE_SCRIPTS = [TAKE, SETTLE, RENEW, LEAVE_LINE];

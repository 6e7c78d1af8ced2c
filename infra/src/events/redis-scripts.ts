import type { Backlog } from './event-log.js';

/** An id consists of two numbers: `<milliseconds>-<count>`. */
const IDS = `
local function parts(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end
local function before(a, b)
  local ams, aseq = parts(a)
  local bms, bseq = parts(b)
  return ams < bms or (ams == bms and aseq < bseq)
end
local function fields(list)
  local map = {}
  for i = 1, #list, 2 do map[list[i]] = list[i + 1] end
  return map
end
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end`;

/**
 * Deletes at most ARGV[3] of the oldest records, and never the newest ARGV[1]. A record is deleted if every group has
 * acknowledged it and all records before it, or if it is older than ARGV[2] milliseconds. Returns the number of deleted
 * records, and how many of them were not acknowledged.
 */
export const TRIM = `${IDS}
local excess = math.min(redis.call('XLEN', KEYS[1]) - ARGV[1], tonumber(ARGV[3]))
if excess <= 0 then return {0, 0} end
local unread = nil
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local about = fields(group)
  local first = about['last-delivered-id']
  local next = redis.call('XRANGE', KEYS[1], '(' .. first, '+', 'COUNT', 1)
  local need = next[1] and next[1][1]
  if about['pending'] > 0 then need = redis.call('XPENDING', KEYS[1], about['name'])[2] end
  if need and (unread == nil or before(need, unread)) then unread = need end
end
local oldest = now() - ARGV[2]
local gone, lost = {}, 0
for _, record in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', excess)) do
  local acknowledged = unread == nil or before(record[1], unread)
  if not acknowledged and parts(record[1]) >= oldest then break end
  if not acknowledged then lost = lost + 1 end
  gone[#gone + 1] = record[1]
end
if #gone > 0 then redis.call('XDEL', KEYS[1], unpack(gone)) end
return {#gone, lost}`;

/**
 * The number of records that the group ARGV[1] has not acknowledged, and the age of the oldest of them in milliseconds.
 */
export const BACKLOG = `${IDS}
if redis.call('EXISTS', KEYS[1]) == 0 then return {0, 0} end
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local about = fields(group)
  if about['name'] == ARGV[1] then
    local next = redis.call('XRANGE', KEYS[1], '(' .. about['last-delivered-id'], '+', 'COUNT', 1)
    local oldest = next[1] and next[1][1]
    if about['pending'] > 0 then oldest = redis.call('XPENDING', KEYS[1], ARGV[1])[2] end
    local waiting = about['pending'] + (tonumber(about['lag']) or (next[1] and 1 or 0))
    return {waiting, oldest and math.max(0, now() - parts(oldest)) or 0}
  end
end
return {0, 0}`;

const numbers = (reply: unknown): [number, number] =>
  Array.isArray(reply) ? [Number(reply[0]), Number(reply[1])] : [0, 0];

export function trimmedOf(reply: unknown): { trimmed: number; unread: number } {
  const [trimmed, unread] = numbers(reply);
  return { trimmed, unread };
}

export function backlogOf(reply: unknown): Backlog {
  const [records, oldestMs] = numbers(reply);
  return { records, oldestMs };
}

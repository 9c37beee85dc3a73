/**
 * A mailbox in Redis is one hash: `m<hash>` is a message after its counted size, `a<hash>` its
 * acknowledgements, `#n` and `#b` the number and bytes of messages, `#s` the arrival counter.
 * Beside the mailboxes, sorted sets count the room: expiry times (`due`), acknowledged messages
 * (`free`), bytes by holder (`holders`), messages of each holder (`held:…`); a hash counts bytes by
 * client, a number all bytes. Every message in `due` is counted, once; an entry that is missing
 * elsewhere does no harm.
 */
const common = `
local prefix, now = ARGV[1], tonumber(ARGV[2])
local due, free, holders, clients = prefix .. '#due', prefix .. '#free', prefix .. '#holders', prefix .. '#clients'
local function boxOf(topic) return prefix .. '{' .. topic .. '}' end
local function number(text) return tonumber(text or '0') end
local function total() return number(redis.call('GET', prefix .. '#bytes')) end
local function count(holder, client, size)
  if number(redis.call('ZINCRBY', holders, size, holder)) <= 0 then redis.call('ZREM', holders, holder) end
  if redis.call('HINCRBY', clients, client, size) <= 0 then redis.call('HDEL', clients, client) end
  if redis.call('INCRBY', prefix .. '#bytes', size) <= 0 then redis.call('DEL', prefix .. '#bytes') end
end
local function drop(member)
  if redis.call('ZREM', due, member) == 0 then return end
  local size, expiry, holder, client, hash, topic = string.match(member, '^(%d+) (%d+) (%S*) (%S+) (%S+) (.*)$')
  redis.call('ZREM', free, member)
  redis.call('ZREM', prefix .. '#held:' .. holder, member)
  count(holder, client, -size)
  local box = boxOf(topic)
  local kept = redis.call('HGET', box, 'm' .. hash)
  if not kept or string.match(kept, '^%d+ (%d+ %d+) ') ~= size .. ' ' .. expiry then return end
  redis.call('HDEL', box, 'm' .. hash, 'a' .. hash)
  redis.call('HINCRBY', box, '#b', -size)
  if redis.call('HINCRBY', box, '#n', -1) <= 0 then redis.call('DEL', box) end
end
local function memberOf(kept, hash, topic)
  return string.match(kept, '^%d+ (%d+ %d+ %S* %S+) ') .. ' ' .. hash .. ' ' .. topic
end
local function sweep(most)
  local over = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, most)
  for _, member in ipairs(over) do drop(member) end
  return #over
end
`

/**
 * KEYS mailbox (and channel) · ARGV prefix, now, topic, hash, message (JSON), size, expiry, holder,
 * client, awaited 0 or 1, most messages, most bytes in the mailbox, of the holder, of the client,
 * in total.
 */
export const appendScript = `${common}
local box, topic, hash, message, size, expiry = KEYS[1], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6]), ARGV[7]
local holder, client, isAwaited = ARGV[8], ARGV[9], ARGV[10]
sweep(100)
local known = redis.call('HGET', box, 'm' .. hash)
if known then
  if tonumber(string.match(known, '^%d+ %d+ (%d+) ')) > now then return 'duplicate' end
  drop(memberOf(known, hash, topic))
end
local function isTopicFull()
  return number(redis.call('HGET', box, '#n')) >= tonumber(ARGV[11]) or number(redis.call('HGET', box, '#b')) + size > tonumber(ARGV[12])
end
if isTopicFull() then
  local acked = {}
  for _, field in ipairs(redis.call('HKEYS', box)) do
    local one = string.match(field, '^a(.*)$')
    if one then acked[#acked + 1] = { one, redis.call('HGET', box, 'm' .. one) } end
  end
  table.sort(acked, function(a, b) return tonumber(string.match(a[2], '^%d+')) < tonumber(string.match(b[2], '^%d+')) end)
  for _, one in ipairs(acked) do if isTopicFull() then drop(memberOf(one[2], one[1], topic)) end end
  if isTopicFull() then return 'topic-full' end
end
local function held() return number(redis.call('ZSCORE', holders, holder)) end
local function isOver()
  return held() + size > tonumber(ARGV[13]) or number(redis.call('HGET', clients, client)) + size > tonumber(ARGV[14])
end
while isOver() do
  local first = redis.call('ZRANGE', prefix .. '#held:' .. holder, 0, 0, 'WITHSCORES')
  if not first[1] or tonumber(first[2]) >= 0 then return 'share-full' end
  drop(first[1])
end
local function isShort() return total() + size > tonumber(ARGV[15]) end
while isShort() do
  local one = redis.call('ZRANGE', free, 0, 0)[1]
  if not one then break end
  drop(one)
  redis.call('ZREM', free, one)
end
while isShort() do
  local largest = redis.call('ZREVRANGE', holders, 0, 0, 'WITHSCORES')
  if not largest[1] or tonumber(largest[2]) <= held() + size then return 'full' end
  local victim = redis.call('ZRANGE', prefix .. '#held:' .. largest[1], 0, 0)[1]
  if not victim then redis.call('ZREM', holders, largest[1]) else drop(victim) end
end
local at = redis.call('HINCRBY', box, '#s', 1)
local counted = size .. ' ' .. expiry .. ' ' .. holder .. ' ' .. client
local member = counted .. ' ' .. hash .. ' ' .. topic
redis.call('HSET', box, 'm' .. hash, at .. ' ' .. counted .. ' ' .. message)
redis.call('HINCRBY', box, '#n', 1)
redis.call('HINCRBY', box, '#b', size)
-- The sweep comes first; this is for what it never learns of.
local till = expiry + 120000
if redis.call('PEXPIRETIME', box) < till then redis.call('PEXPIREAT', box, till) end
redis.call('ZADD', due, expiry, member)
redis.call('ZADD', prefix .. '#held:' .. holder, expiry + (isAwaited == '1' and 1e14 or 0), member)
count(holder, client, size)
redis.call('SPUBLISH', KEYS[1], message)
return 'kept'
`

/**
 * KEYS mailbox · ARGV prefix, now, topic, hash, did, most acknowledgements. An acknowledged message
 * is the first of its holder to be deleted.
 */
export const ackScript = `${common}
local box, topic, hash, did = KEYS[1], ARGV[3], ARGV[4], ARGV[5]
local kept = redis.call('HGET', box, 'm' .. hash)
if not kept then return 0 end
local dids = redis.call('HGET', box, 'a' .. hash) or ''
local _, known = string.gsub(dids, '%S+', '')
if known >= tonumber(ARGV[6]) or string.find(dids, did, 1, true) then return 0 end
redis.call('HSET', box, 'a' .. hash, dids .. did .. ' ')
local member = memberOf(kept, hash, topic)
local expiry = redis.call('ZSCORE', due, member)
if not expiry then return 1 end
redis.call('ZADD', free, expiry, member)
redis.call('ZADD', prefix .. '#held:' .. string.match(member, '^%d+ %d+ (%S*) '), expiry - 1e14, member)
return 1
`

/**
 * ARGV prefix, now. Returns how many of a thousand messages had expired, and the remaining bytes.
 */
export const sweepScript = `${common}
return { sweep(1000), total() }
`

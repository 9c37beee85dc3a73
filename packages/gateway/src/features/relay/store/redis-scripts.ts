/**
 * A mailbox in Redis is one hash: `m<hash>` is a message after its counted size, `a<hash>` its
 * acknowledgements, `#n` and `#b` the number and bytes of messages, `#s` the arrival counter.
 * Outside the mailboxes, sorted sets count the used storage: expiry times (`due`), bytes by holder
 * (`holders`; a holder is the network address that published a message), and messages of each
 * holder (`held:…`). The sets `holders` and `held:…` exist once for the whole relay, and once for
 * each project under a name that ends in `@` and the project id; `@` without an id is for messages
 * of no known project. The acknowledged messages of a project are in its set `free@…`, sorted by
 * expiry, instead of in `held:…@…`. A sorted set counts the bytes by project, a hash counts them by
 * client, and a number counts all of them. Every message in `due` is counted once for the whole
 * relay, and every message in `free@…` or `held:…@…` once for its project; an entry that is missing
 * in other sets does no harm.
 */
const commonScript = `
local prefix, now = ARGV[1], tonumber(ARGV[2])
local due, clients, projects = prefix .. '#due', prefix .. '#clients', prefix .. '#projects'
local function freeOf(project) return prefix .. '#free' .. project end
local function holdersOf(scope) return prefix .. '#holders' .. scope end
local function heldOf(holder, scope) return prefix .. '#held:' .. holder .. scope end
local function boxOf(topic) return prefix .. '{' .. topic .. '}' end
local function number(text) return tonumber(text or '0') end
local function total() return number(redis.call('GET', prefix .. '#bytes')) end
local function countIn(key, name, size)
  if number(redis.call('ZINCRBY', key, size, name)) <= 0 then redis.call('ZREM', key, name) end
end
local function countWhole(holder, client, size)
  countIn(holdersOf(''), holder, size)
  if redis.call('HINCRBY', clients, client, size) <= 0 then redis.call('HDEL', clients, client) end
  if redis.call('INCRBY', prefix .. '#bytes', size) <= 0 then redis.call('DEL', prefix .. '#bytes') end
end
local function countInProject(holder, project, size)
  countIn(holdersOf(project), holder, size)
  countIn(projects, project, size)
end
local function partsOf(member)
  local size, expiry, owner, client, hash, topic = string.match(member, '^(%d+) (%d+) (%S*) (%S+) (%S+) (.*)$')
  local holder, project = string.match(owner, '^([^@]*)(.*)$')
  return size, expiry, holder, project == '' and '@' or project, client, hash, topic
end
local function drop(member)
  local size, expiry, holder, project, client, hash, topic = partsOf(member)
  redis.call('ZREM', heldOf(holder, ''), member)
  if redis.call('ZREM', freeOf(project), member) + redis.call('ZREM', heldOf(holder, project), member) > 0 then
    countInProject(holder, project, -size)
  end
  if redis.call('ZREM', due, member) == 0 then return end
  countWhole(holder, client, -size)
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
 * KEYS: mailbox; new messages are published under the same name. ARGV: prefix, now, topic, hash,
 * message (JSON), size, expiry, holder, client, whether another client listens to the topic (0 or
 * 1), then the maximum number of messages and of bytes in the mailbox, then the maximum number of
 * bytes of the holder, of the client, in total, of the project, and of the project with messages of
 * any kind, then the project.
 */
export const appendScript = `${commonScript}
local box, topic, hash, message, size, expiry = KEYS[1], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6]), ARGV[7]
local holder, client, isAwaited, id = ARGV[8], ARGV[9], ARGV[10], ARGV[18]
local project = '@' .. id
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
local function held() return number(redis.call('ZSCORE', holdersOf(''), holder)) end
local function isOver()
  return held() + size > tonumber(ARGV[13]) or number(redis.call('HGET', clients, client)) + size > tonumber(ARGV[14])
end
while isOver() do
  local first = redis.call('ZRANGE', heldOf(holder, ''), 0, 0, 'WITHSCORES')
  if not first[1] or tonumber(first[2]) >= 0 then return 'share-full' end
  drop(first[1])
end
local function dropFree(among, isShort)
  while isShort() do
    local one, first
    for _, project in ipairs(among) do
      local found = redis.call('ZRANGE', freeOf(project), 0, 0, 'WITHSCORES')
      if found[1] and (not one or tonumber(found[2]) < first) then one, first = found[1], tonumber(found[2]) end
    end
    if not one then return end
    drop(one)
  end
end
local function dropLargest(scope, isShort)
  while isShort() do
    local largest = redis.call('ZREVRANGE', holdersOf(scope), 0, 0, 'WITHSCORES')
    if not largest[1] or tonumber(largest[2]) <= held() + size then return end
    local victim = redis.call('ZRANGE', heldOf(largest[1], scope), 0, 0)[1]
    if not victim then redis.call('ZREM', holdersOf(scope), largest[1]) else drop(victim) end
  end
end
local function inProject() return number(redis.call('ZSCORE', projects, project)) end
-- A project that came to hold more, because its share was larger before, loses what a new message
-- needs and no more.
local allowed = inProject() > tonumber(ARGV[17]) and inProject() or tonumber(ARGV[16])
local function isProjectShort() return inProject() + size > allowed end
local function isShort() return total() + size > tonumber(ARGV[15]) end
if isShort() then dropFree(redis.call('ZRANGE', projects, 0, -1), isShort) end
dropFree({ project }, isProjectShort)
dropLargest(project, isProjectShort)
if isProjectShort() then return 'project-full' end
dropLargest('', isShort)
if isShort() then return 'full' end
local at = redis.call('HINCRBY', box, '#s', 1)
-- Messages of no known project look as those did that were stored before projects counted.
local owner = id == '' and holder or holder .. project
local counted = size .. ' ' .. expiry .. ' ' .. owner .. ' ' .. client
local member = counted .. ' ' .. hash .. ' ' .. topic
redis.call('HSET', box, 'm' .. hash, at .. ' ' .. counted .. ' ' .. message)
redis.call('HINCRBY', box, '#n', 1)
redis.call('HINCRBY', box, '#b', size)
-- The sweep comes first; this is for what it never learns of.
local till = expiry + 120000
if redis.call('PEXPIRETIME', box) < till then redis.call('PEXPIREAT', box, till) end
redis.call('ZADD', due, expiry, member)
for _, scope in ipairs({ '', project }) do
  redis.call('ZADD', heldOf(holder, scope), expiry + (isAwaited == '1' and 1e14 or 0), member)
end
countWhole(holder, client, size)
countInProject(holder, project, size)
redis.call('SPUBLISH', KEYS[1], message)
return 'kept'
`

/**
 * KEYS: mailbox. ARGV: prefix, now, topic, hash, `did:key` of the client, maximum number of
 * acknowledgements. When room is needed, the acknowledged messages of a holder are deleted first.
 */
export const ackScript = `${commonScript}
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
local size, _, holder, project = partsOf(member)
if redis.call('ZADD', freeOf(project), expiry, member) == 1
  and redis.call('ZREM', heldOf(holder, project), member) == 0 then countInProject(holder, project, size) end
redis.call('ZADD', heldOf(holder, ''), expiry - 1e14, member)
return 1
`

/**
 * ARGV: prefix, now, place to continue from, maximum number of messages. Counts messages that an
 * older version stored without counting them by project, as messages of no known project. Returns
 * the next place, or 0 after the last message.
 */
export const adoptScript = `${commonScript}
local from, most = tonumber(ARGV[3]), tonumber(ARGV[4])
local members = redis.call('ZRANGE', due, from, from + most - 1, 'WITHSCORES')
for at = 1, #members, 2 do
  local member, expiry = members[at], members[at + 1]
  local size, _, holder, project = partsOf(member)
  local free, held = freeOf(project), heldOf(holder, project)
  if not redis.call('ZSCORE', free, member) and not redis.call('ZSCORE', held, member) then
    local place = tonumber(redis.call('ZSCORE', heldOf(holder, ''), member) or expiry)
    redis.call('ZADD', place < 0 and free or held, place < 0 and expiry or place, member)
    countInProject(holder, project, size)
  end
end
if #members == 2 * most then return from + most end
-- The older version had one set of acknowledged messages for all.
redis.call('DEL', prefix .. '#free')
return 0
`

/**
 * ARGV: prefix, now. Deletes at most a thousand expired messages; returns how many were deleted,
 * and the remaining bytes.
 */
export const sweepScript = `${commonScript}
return { sweep(1000), total() }
`

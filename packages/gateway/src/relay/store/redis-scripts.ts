/**
 * One mailbox in Redis: a stream of messages, a hash (message hash → id in the stream), a set of who has what
 * (`<did> <hash>`, and `* <hash>` for anybody). The three keys and the channel share a hash tag, and expire with the last message.
 */

/** KEYS stream, hashes, acks, channel · ARGV now, hash, message (JSON), its expiry, most messages, most bytes. */
export const appendScript = `
local stream, hashes, acks, channel = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, hash, message, expiry = tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4])
local function drop(id, one, size)
  redis.call('XDEL', stream, id)
  redis.call('HDEL', hashes, one)
  redis.call('HINCRBY', hashes, '#bytes', -size)
end
local known = redis.call('HGET', hashes, hash)
if known then
  local there = redis.call('XRANGE', stream, known, known)[1]
  if there and tonumber(there[2][4]) > now then return 'duplicate' end
  if there then drop(known, hash, #there[2][6]) else redis.call('HDEL', hashes, hash) end
end
local function isFull()
  local bytes = tonumber(redis.call('HGET', hashes, '#bytes') or '0')
  return redis.call('XLEN', stream) >= tonumber(ARGV[5]) or bytes + #message > tonumber(ARGV[6])
end
if isFull() then
  for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+')) do
    local one, till, size = entry[2][2], tonumber(entry[2][4]), #entry[2][6]
    if isFull() and (till <= now or redis.call('SISMEMBER', acks, '* ' .. one) == 1) then drop(entry[1], one, size) end
  end
  if isFull() then return 'topic-full' end
end
local id = redis.call('XADD', stream, '*', 'h', hash, 'e', ARGV[4], 'm', message)
redis.call('HSET', hashes, hash, id)
redis.call('HINCRBY', hashes, '#bytes', #message)
for _, key in ipairs({ stream, hashes, acks }) do
  if redis.call('PEXPIRETIME', key) < expiry then redis.call('PEXPIREAT', key, expiry) end
end
redis.call('SPUBLISH', channel, message)
return 'kept'
`

/** KEYS stream, acks · ARGV did, hash. */
export const ackScript = `
redis.call('SADD', KEYS[2], ARGV[1] .. ' ' .. ARGV[2], '* ' .. ARGV[2])
local expiry = redis.call('PEXPIRETIME', KEYS[1])
if expiry > 0 then redis.call('PEXPIREAT', KEYS[2], expiry) else redis.call('DEL', KEYS[2]) end
return 1
`

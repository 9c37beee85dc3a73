import type { AccountId } from '@latchkey/protocol'
import type { SiwxStore, StoredChallenge, StoredSession } from './siwx-store.ts'

/**
 * The part of a Redis client that the store uses: `sendCommand` of `redis`, or `call` of `ioredis`.
 */
export type RedisClient =
  | { sendCommand(command: string[]): Promise<unknown> }
  | { call(command: string, ...values: string[]): Promise<unknown> }

export declare namespace redisStore {
  interface Options {
    /** Prefix of all keys; default `siwx:`. */
    readonly prefix?: string
    /** Returns the present time in milliseconds since the epoch; default `Date.now`. */
    readonly now?: () => number
  }
}

// All links are fields of one hash, so that each script names its only key and a Redis cluster
// knows on which node to run it. The field `a…` has the group of an account, the field `g…` the
// accounts of a group.
const readGroup = `
local function group(account)
  local id = redis.call('HGET', KEYS[1], 'a' .. account)
  if not id then return nil, {account} end
  return id, cjson.decode(redis.call('HGET', KEYS[1], 'g' .. id))
end
local function has(accounts, account)
  for _, one in ipairs(accounts) do if one == account then return true end end
  return false
end
`
const readScript = `${readGroup}
local _, accounts = group(ARGV[1])
return accounts`
const linkScript = `${readGroup}
local id, accounts = group(ARGV[1])
if has(accounts, ARGV[2]) then return 1 end
if redis.call('HGET', KEYS[1], 'a' .. ARGV[2]) then return 0 end
id = id or ARGV[3]
accounts[#accounts + 1] = ARGV[2]
redis.call('HSET', KEYS[1], 'a' .. ARGV[1], id, 'a' .. ARGV[2], id, 'g' .. id, cjson.encode(accounts))
return 1`
const unlinkScript = `${readGroup}
local id, accounts = group(ARGV[1])
if #accounts < 2 or not has(accounts, ARGV[2]) then return 0 end
local left = {}
for _, one in ipairs(accounts) do if one ~= ARGV[2] then left[#left + 1] = one end end
redis.call('HDEL', KEYS[1], 'a' .. ARGV[2])
if #left > 1 then
  redis.call('HSET', KEYS[1], 'g' .. id, cjson.encode(left))
else
  redis.call('HDEL', KEYS[1], 'a' .. left[1], 'g' .. id)
end
return 1`

/**
 * Creates a store in Redis 6.2 or later, or in a compatible server that has `GETDEL` and scripts.
 * Links between accounts do not expire: use a server that writes its data to disk.
 * @param client a connected client of `redis` (`@redis/client`) or `ioredis`
 *
 * @example
 * import { createClient } from '@redis/client'
 * const client = await createClient({ url: 'redis://localhost:6379' }).connect()
 * const siwx = createSiwx({ domain: 'shop.example', store: redisStore(client) })
 */
export function redisStore(client: RedisClient, options: redisStore.Options = {}): SiwxStore {
  const { prefix = 'siwx:', now = Date.now } = options
  // A client of ioredis has a `sendCommand` too, which takes other arguments, so `call` is looked
  // for first.
  const ask = (command: string, ...values: string[]): Promise<unknown> =>
    'call' in client ? client.call(command, ...values) : client.sendCommand([command, ...values])
  const put = async (key: string, value: unknown, expiresAt: number): Promise<void> => {
    const lifetime = Math.max(1, Math.ceil(expiresAt - now()))
    await ask('SET', prefix + key, JSON.stringify(value), 'PX', String(lifetime), 'NX')
  }
  const parse = <T>(answer: unknown): T | undefined =>
    answer === null ? undefined : (JSON.parse(String(answer)) as T)
  const run = (script: string, ...values: string[]): Promise<unknown> =>
    ask('EVAL', script, '1', `${prefix}links`, ...values)
  return {
    putNonce: (nonce, challenge, expiresAt) => put(`nonce:${nonce}`, challenge, expiresAt),
    takeNonce: async (nonce) =>
      parse<StoredChallenge>(await ask('GETDEL', `${prefix}nonce:${nonce}`)),
    putSession: (key, session) => put(`session:${key}`, session, session.expiresAt),
    readSession: async (key) => parse<StoredSession>(await ask('GET', `${prefix}session:${key}`)),
    async deleteSession(key) {
      await ask('DEL', `${prefix}session:${key}`)
    },
    readLinked: async (account) => (await run(readScript, account)) as AccountId[],
    link: async (account, added) =>
      Number(await run(linkScript, account, added, crypto.randomUUID())) === 1,
    unlink: async (account, removed) => Number(await run(unlinkScript, account, removed)) === 1,
  }
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultAudit, vaultProofs } from '../../packages/gateway/src/data/vault-schema.ts'
import { nodeCalls } from '../../packages/gateway/src/features/accounts/serve/node-calls.ts'
import {
  makePartition,
  makeVault,
} from '../../packages/gateway/src/features/accounts/test/make-vault.ts'
import { makeVisitor } from '../../packages/gateway/src/features/accounts/test/visitor.ts'
import { proxiedImages } from '../../packages/gateway/src/features/images/proxied-images.ts'
import { knownProjects } from '../../packages/gateway/src/features/relay/known-projects.ts'
import { storeLimits } from '../../packages/gateway/src/features/relay/open-store.ts'
import { diskStore } from '../../packages/gateway/src/features/relay/store/disk-store.ts'
import { readConfig } from '../../packages/gateway/src/server/config/read-config.ts'
import { callerAddress } from '../../packages/gateway/src/server/hosts/caller-address.ts'
import { startGateway } from '../../packages/gateway/src/server/hosts/node.ts'
import { isForeignAddress } from '../../packages/gateway/src/server/hosts/public-fetch.ts'
import { warnAboutReadableConfig } from '../../packages/gateway/src/server/hosts/read-folder.ts'
import {
  account,
  chainId,
  configOf,
  makeGateway,
} from '../../packages/gateway/src/test/make-gateway.ts'
import { makeOperator } from '../../packages/gateway/src/test/make-operator.ts'
import {
  makeRelay,
  makeTestIdentity,
  type TestRelay,
} from '../../packages/gateway/src/test/make-relay.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

const quiet = { info() {}, error() {} }
const folder = mkdtempSync(join(tmpdir(), 'latchkey-guards-traffic-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A gateway behind a proxy of its operator's: every request comes over the proxy's own connection.
 */
function behindProxy(
  more: Parameters<typeof configOf>[1] = {},
  trustProxy: boolean | number = true,
) {
  const asked = { calls: 0 }
  const { of: seen } = callerAddress(trustProxy, quiet)
  const fetchNode = async (_: unknown, init?: { body?: unknown }) => {
    const said = JSON.parse(String(init?.body)) as { id: number } | { id: number }[]
    const answers = [said].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
    asked.calls += answers.length
    return Response.json(Array.isArray(said) ? answers : answers[0])
  }
  const config = configOf(['http://node.example'], more)
  const { app } = makeGateway({ config, callerOf: seen, fetchNode: fetchNode as typeof fetch })
  const vault = new Hono().route('/', nodeCalls(app, seen))
  const proxy = { incoming: { socket: { remoteAddress: '10.0.0.1' } } }
  const one = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
  const post =
    (to: Hono, path: string) =>
    async (visitor: string, body: unknown = one, headers: object = {}) => {
      const asks = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'x-forwarded-for': visitor, ...headers },
      }
      return (await to.request(`${path}chainId=${chainId}`, asks, proxy)).status
    }
  return { asked, gateway: post(app, '/v1?projectId=shop&'), vault: post(vault, '/rpc/shop?') }
}
const few = { rateLimit: { capacity: 5, refillPerSecond: 0.001 } }
const logs = (length: number) =>
  Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_getLogs', params: [{}] }))
/** Whether all of them are served. */
const areServed = async (count: number, ask: (at: number) => Promise<number>): Promise<boolean> => {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) {
    statuses.push(await ask(at))
  }
  return statuses.every((status) => status === 200)
}

const nodes: readonly Attempt[] = [
  [
    'one stranger uses up what all embedded wallets behind the proxy ask of their nodes',
    ['node-caller'],
    async () => {
      const { vault } = behindProxy(few)
      for (let at = 0; at < 6; at += 1) {
        await vault('198.51.100.66')
      }
      return (await vault('198.51.100.7')) === 429
    },
  ],
  [
    'a caller sends thousands of heavy calls in batches, each of which costs as much as one',
    ['batch-cost'],
    async () => {
      const { asked, gateway } = behindProxy()
      for (let at = 0; at < 40; at += 1) {
        await gateway('198.51.100.66', logs(50))
      }
      return asked.calls > 1_000
    },
  ],
  [
    'a thousand calls come in one batch',
    ['batch-size'],
    async () => {
      const { asked, gateway } = behindProxy()
      await gateway('198.51.100.66', logs(1_000))
      return asked.calls >= 1_000
    },
  ],
  [
    'a caller is another one with each connection, since the proxy names its port',
    ['caller-address'],
    () => {
      const { gateway } = behindProxy(few)
      return areServed(20, (at) => gateway(`198.51.100.66:${20_000 + at}`))
    },
  ],
  [
    'a caller invents an address of its own in front of what the proxy saw',
    ['caller-hops'],
    () => {
      const { gateway } = behindProxy(few)
      return areServed(20, (at) => gateway(`192.0.2.${at}, 198.51.100.66`))
    },
  ],
  [
    'a caller invents an address where no proxy stands in front',
    ['caller-trust'],
    () => {
      const { gateway } = behindProxy(few, false)
      return areServed(20, (at) => gateway(`192.0.2.${at}`))
    },
  ],
  [
    'a program on a visitor’s machine serves a page that uses a project which names its pages',
    ['page-local'],
    async () => {
      const origin = 'http://evil.localhost:1'
      return (await behindProxy().gateway('198.51.100.66', undefined, { origin })) === 200
    },
  ],
  [
    'a method of a chain that nobody knows is asked for though the operator has not named it',
    ['method-known'],
    async () => {
      const fetchNode = async () => Response.json({ jsonrpc: '2.0', id: 1, result: '"done"' })
      const chain = { ...configOf(['http://node.example']).chains[0], id: 'acme:1' }
      const config = configOf(['http://node.example'], { chains: [chain as never] })
      const { app } = makeGateway({ config, fetchNode })
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'system_shutdown', params: [] })
      const answer = await app.request('/v1?projectId=shop&chainId=acme:1', {
        method: 'POST',
        body,
      })
      return (await answer.text()).includes('done')
    },
  ],
  [
    'an error of a node tells the operator’s key',
    ['node-words'],
    async () => {
      const error = { code: -32_000, message: 'limit of marked-operator-key reached' }
      const fetchNode = async () => Response.json({ jsonrpc: '2.0', id: 1, error })
      const { app } = makeGateway({
        config: configOf(['http://node.example/v2/marked-operator-key']),
        fetchNode,
      })
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] })
      const answer = await app.request(`/v1?projectId=shop&chainId=${chainId}`, {
        method: 'POST',
        body,
      })
      return (await answer.text()).includes('marked-operator-key')
    },
  ],
]

const pictures: readonly Attempt[] = [
  [
    'the gateway knocks at any port of other machines for a page',
    ['image-port'],
    async () => {
      const asked: string[] = []
      const fetchPublic = async (url: URL) => {
        asked.push(url.port)
        return { status: 404, location: undefined, bytes: undefined }
      }
      const images = proxiedImages(configOf(['http://node.example']), fetchPublic)
      await images
        .load('http://shop.example:6379/', AbortSignal.timeout(5_000))
        .catch(() => undefined)
      return asked.includes('6379')
    },
  ],
  [
    'the gateway is led to a public address of its own machine, which trusts what comes from there',
    ['image-own'],
    () =>
      isForeignAddress(
        '8.8.4.4',
        () => ({ eth0: [{ address: '8.8.4.4', family: 'IPv4' }] }) as never,
      ),
  ],
  [
    'an answer that names us as a stranger’s request did is kept in a cache that others share',
    ['identity-cache'],
    async () => {
      const found = { name: 'ada.eth', avatar: 'https://pictures.example/ada.png' }
      const { app } = makeGateway({ identities: { find: async () => found } as never })
      const answer = await app.request(`http://evil.example/v1/identity/${account}?projectId=shop`)
      const text = await answer.text()
      return (
        text.includes('evil.example') &&
        answer.headers.get('cache-control')?.startsWith('public') === true
      )
    },
  ],
]

const room = 1_048_576
const far = { ttl: 86_400 }
const proposal = { pairingTopic: 'ab'.repeat(32), sessionProposal: 'AA==', ttl: 300 }
const joinFrom = ({ join }: TestRelay, address: string, projectId?: string) =>
  join(makeTestIdentity(), address, projectId)
/** Whether it was refused. */
const isRefused = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    () => true,
  )
/** One network publishes what it can, under as many names as it likes. */
async function fill(
  relay: TestRelay,
  address: string,
  { names = 10, each = 40, size = 4_000, projectId = '' } = {},
): Promise<void> {
  for (let name = 0; name < names; name += 1) {
    const stranger = joinFrom(relay, address, projectId)
    for (let at = 0; at < each; at += 1) {
      await stranger
        .publish(`${address} ${name} ${at}`, 'x'.repeat(size), far)
        .catch(() => undefined)
    }
  }
}
const sites = () => knownProjects(async () => new Set(['noisy', 'quiet']))
/** Many networks leave a little each, until nothing more is taken. */
async function crowd(relay: TestRelay, projectOf: (at: number) => string): Promise<void> {
  for (let at = 0; at < 300; at += 1) {
    const visitor = joinFrom(relay, `network ${at}`, projectOf(at))
    if (await isRefused(visitor.publish(`crowd ${at}`, 'x'.repeat(3_000), far))) return
    visitor.leave()
  }
}
const tight = {
  connectionsPerAddress: 4,
  connectionsPerClient: 2,
  subscriptionsPerAddress: 7,
  subscriptionsPerClient: 3,
  publish: {
    perAddress: 2,
    capacity: 5,
    refillPerSecond: 0.001,
    bytesCapacity: 1_000,
    bytesPerSecond: 0.001,
  },
}
/** How much of a relay's own limits one network gets by making names for itself. */
async function byNames(
  use: (client: ReturnType<typeof joinFrom>) => Promise<unknown>,
  most: number,
  limits: typeof tight,
): Promise<boolean> {
  const relay = await makeRelay({ limits })
  let done = 0
  for (let name = 0; name < 4; name += 1) {
    const client = joinFrom(relay, 'here')
    for (let at = 0; at < 5; at += 1) {
      if (!(await isRefused(use(client)))) done += 1
    }
    client.leave()
  }
  return done > most
}

const relays: readonly Attempt[] = [
  [
    'one network fills it under many names, and a page of another is told that it is full',
    ['relay-own-share', 'relay-largest'],
    async () => {
      const relay = await makeRelay({ maxBytes: room })
      await fill(relay, 'stranger')
      return isRefused(joinFrom(relay, 'visitor').publish('large', 'y'.repeat(50_000)))
    },
  ],
  [
    'who fills the share of a network keeps others in it from pairing',
    ['relay-small'],
    async () => {
      const relay = await makeRelay({ maxBytes: room })
      await fill(relay, 'shared')
      // What is left goes to the smallest there are.
      await fill(relay, 'shared', { size: 1 })
      return isRefused(joinFrom(relay, 'shared').call('wc_proposeSession', proposal))
    },
  ],
  [
    'who fills it all from many networks keeps those in them from pairing',
    ['relay-reserve'],
    async () => {
      const relay = await makeRelay({ maxBytes: room })
      const networks = ['a', 'b', 'c', 'd', 'e', 'f']
      for (let round = 0; round < 4; round += 1) {
        for (const one of networks) {
          await fill(relay, one, { names: 5, each: 10 })
        }
      }
      const tried = networks.map((one) =>
        isRefused(
          joinFrom(relay, one).call('wc_proposeSession', {
            ...proposal,
            pairingTopic: one.repeat(64),
          }),
        ),
      )
      return (await Promise.all(tried)).some(Boolean)
    },
  ],
  [
    'a crowd of one site fills it, and a visitor of another is told that it is full',
    ['relay-project'],
    async () => {
      const relay = await makeRelay({ maxBytes: room, projects: await sites() })
      await crowd(relay, () => 'noisy')
      return isRefused(joinFrom(relay, 'visitor', 'quiet').publish('large', 'y'.repeat(50_000)))
    },
  ],
  [
    'a crowd makes up an id of a project each, and has the share of as many',
    ['relay-project-known'],
    async () => {
      const relay = await makeRelay({ maxBytes: room, projects: await sites() })
      await crowd(relay, (at) => `made-up-${at}`)
      return isRefused(joinFrom(relay, 'visitor', 'quiet').publish('large', 'y'.repeat(50_000)))
    },
  ],
  [
    'two networks that name a site use its share up, and its visitors are told that it is full',
    ['relay-project-largest'],
    async () => {
      const relay = await makeRelay({ maxBytes: room, projects: await sites() })
      await fill(relay, 'one', { projectId: 'quiet' })
      await fill(relay, 'two', { projectId: 'quiet' })
      return isRefused(joinFrom(relay, 'visitor', 'quiet').publish('large', 'y'.repeat(50_000)))
    },
  ],
  [
    'who has left more than anybody for one site drives visitors of another out of a full share',
    ['relay-project-all'],
    async () => {
      const relay = await makeRelay({ maxBytes: room, projects: await sites() })
      await crowd(relay, () => 'quiet')
      await fill(relay, 'stranger', { projectId: 'noisy', names: 1, each: 20 })
      const stranger = joinFrom(relay, 'stranger', 'quiet')
      return !(await isRefused(stranger.publish('in their place', 'x'.repeat(2_000), far)))
    },
  ],
  [
    'attestations that nobody counts fill the memory',
    ['relay-counted-memory'],
    async () => {
      const relay = await makeRelay({ maxBytes: room })
      return (await attested(relay)) > 2 * room
    },
  ],
  [
    'attestations that nobody counts fill the disk',
    ['relay-counted-disk'],
    async () => {
      const at = mkdtempSync(join(folder, 'relay-'))
      const relay = await makeRelay({
        maxBytes: room,
        openStore: (listener) => diskStore(at, storeLimits({ maxBytes: room }), listener, quiet),
      })
      await attested(relay)
      const bytes = readdirSync(at).reduce((sum, name) => sum + statSync(join(at, name)).size, 0)
      await relay.relay.close()
      return bytes > 2 * room
    },
  ],
  [
    'what nobody listens for stays for a month',
    ['relay-unheard'],
    async () => {
      const clock = { at: Date.now() }
      const relay = await makeRelay({ now: () => clock.at })
      await joinFrom(relay, 'stranger').publish('unheard', 'm', { ttl: 30 * 86_400 })
      clock.at += 8 * 86_400_000
      await relay.relay.sweep()
      return /relay_messages\S* 1\n/.test(await relay.relay.renderMetrics())
    },
  ],
  [
    'one IPv6 network is as many as it has addresses',
    ['relay-network'],
    async () => {
      const { relay } = await makeRelay({ limits: tight })
      const admitted = Array.from({ length: 8 }, (_, at) =>
        relay.admit(makeTestIdentity().token(), `2001:db8:0:1::${at + 1}`),
      )
      return admitted.every(({ status }) => status === 101)
    },
  ],
  [
    'one network opens sockets without end under many names',
    ['relay-sockets'],
    async () => {
      const { relay } = await makeRelay({ limits: tight })
      const admitted = Array.from({ length: 8 }, () =>
        relay.admit(makeTestIdentity().token(), 'here'),
      )
      return admitted.every(({ status }) => status === 101)
    },
  ],
  [
    'one network subscribes without end under many names',
    ['relay-topics'],
    async () => {
      const relay = await makeRelay({ limits: tight })
      const refused: boolean[] = []
      for (let name = 0; name < 4; name += 1) {
        refused.push(
          await isRefused(
            joinFrom(relay, 'here').call('irn_batchSubscribe', { topics: ['a', 'b', 'c'] }),
          ),
        )
      }
      return !refused.includes(true)
    },
  ],
  [
    'one network publishes without end under many names',
    ['relay-rate'],
    () => byNames((client) => client.publish(crypto.randomUUID(), 'x'), 10, tight),
  ],
  [
    'one network publishes bytes without end under many names',
    ['relay-rate-bytes'],
    () => byNames((client) => client.publish(crypto.randomUUID(), 'x'.repeat(450)), 5, tight),
  ],
  [
    'a token that another relay was given is used here',
    ['relay-aud'],
    async () => {
      const { relay } = await makeRelay({ urls: ['wss://relay.shop.example'] })
      return (
        relay.admit(makeTestIdentity().token({ aud: 'wss://relay.evil.example' }), 'here')
          .status === 101
      )
    },
  ],
]

/**
 * Messages of one byte with the longest attestation, from many networks: bytes of those that were
 * taken.
 */
async function attested(relay: TestRelay): Promise<number> {
  const attestation = 'A'.repeat(16_384)
  let taken = 0
  for (let network = 0; network < 8; network += 1) {
    const stranger = joinFrom(relay, `network ${network}`)
    for (let at = 0; at < 40; at += 1) {
      if (!(await isRefused(stranger.publish(`${network} ${at}`, 'x', { ...far, attestation }))))
        taken += 1
    }
  }
  return taken * attestation.length
}

const second = 1_000
const day = 86_400 * second
/** A vault whose mails are few, by the clock that stands. */
const withMails = async <T>(
  mailRate: { caller: number; project: number },
  run: (vault: Awaited<ReturnType<typeof makeVault>>) => Promise<T>,
): Promise<T> => {
  const rate = (capacity: number) => ({ capacity, refillPerSecond: 0.000_1 })
  const vault = await makeVault(
    { mailRate: { caller: rate(mailRate.caller), project: rate(mailRate.project) } },
    { isStill: true },
  )
  try {
    return await run(vault)
  } finally {
    await vault.close()
  }
}
type Vault = Awaited<ReturnType<typeof makeVault>>
async function startAt(
  vault: Vault,
  caller: string,
  email = `${crypto.randomUUID()}@mail.example`,
  by?: object,
) {
  const partition = await makePartition()
  const asked = { partition, headers: { 'x-caller': caller }, ...by }
  return vault.call('POST /api/email/start', { project: 'shop', email, site: null }, asked)
}
/** Somebody by a social account, who names strangers as the address to change to. */
async function nameStrangers(vault: Vault, count: number): Promise<number> {
  const who = await makeVisitor(vault, { subject: crypto.randomUUID() })
  await who.split()
  await vault.settled()
  const before = vault.sent.length
  for (let at = 0; at < count; at += 1) {
    await who.call('POST /api/email/change', { email: `s${at}@victim.example` })
  }
  await vault.settled()
  return vault.sent.length - before
}

const mails: readonly Attempt[] = [
  [
    'an account has strangers mailed to without end, as its new address',
    ['change-rate', 'change-day'],
    () =>
      withMails(
        { caller: 8, project: 4_000 },
        async (vault) => (await nameStrangers(vault, 40)) > 12,
      ),
  ],
  [
    'a few busy callers use up what a project’s visitors share',
    ['mail-busy'],
    () =>
      withMails({ caller: 9, project: 40 }, async (vault) => {
        for (let caller = 1; caller <= 5; caller += 1) {
          for (let mail = 0; mail < 9; mail += 1) {
            await startAt(vault, `198.51.100.${caller}`)
          }
        }
        return (await startAt(vault, '203.0.113.9')).status === 429
      }),
  ],
  [
    'strangers from many places keep devices out that their accounts know',
    ['mail-known'],
    () =>
      withMails({ caller: 9, project: 20 }, async (vault) => {
        const partition = await makePartition()
        const email = `${crypto.randomUUID()}@mail.example`
        await vault.signIn(email, partition)
        vault.clock.at += 600 * second
        for (let caller = 1; caller <= 25; caller += 1) {
          await startAt(vault, `198.51.100.${caller}`)
        }
        return (await startAt(vault, '203.0.113.9', email, { partition })).status === 429
      }),
  ],
  [
    'one caller has an address mailed to all day',
    ['mail-day'],
    () =>
      withMails({ caller: 4_000, project: 4_000 }, async (vault) => {
        const email = `${crypto.randomUUID()}@mail.example`
        for (let round = 0; round < 8; round += 1) {
          for (let mail = 0; mail < 3; mail += 1) {
            await startAt(vault, '198.51.100.66', email)
          }
          vault.clock.at += 601 * second
        }
        await vault.settled()
        return vault.sent.filter(({ to }) => to === email).length > 9
      }),
  ],
]

const made: { vault?: Vault } = {}
const vault = (): Vault => made.vault as Vault
beforeAll(async () => {
  made.vault = await makeVault({ auditDays: 30 }, { isStill: true })
})
afterAll(() => made.vault?.close())

const door: readonly Attempt[] = [
  [
    'the operator’s token is guessed from every address of one IPv6 network',
    ['operator-network'],
    async () => {
      const { ask } = makeOperator(vault().db)
      const headers = (at: number) => ({ 'x-caller': `2001:db8:0:1::${at.toString(16)}` })
      const statuses: number[] = []
      for (let at = 1; at <= 20; at += 1) {
        statuses.push(
          (await ask('/operator/v1/session', { token: 'wrong', headers: headers(at) })).status,
        )
      }
      return statuses.every((status) => status === 401)
    },
  ],
  [
    'wrong tokens from the operator’s own address lock the right one out',
    ['operator-known'],
    async () => {
      const { ask } = makeOperator(vault().db)
      for (let at = 0; at < 12; at += 1) {
        await ask('/operator/v1/session', { token: 'wrong' })
      }
      return (await ask('/operator/v1/session')).status === 429
    },
  ],
]

const proofs = async (): Promise<number> => {
  return (await vault().db.select({ n: count() }).from(vaultProofs))[0]?.n ?? 0
}
const rows: readonly Attempt[] = [
  [
    'calls with a session that is none leave a row each',
    ['session-first'],
    async () => {
      const partition = await makePartition()
      const before = await proofs()
      for (let at = 0; at < 5; at += 1) {
        await vault().call('GET /api/account', undefined, { partition, token: 'A'.repeat(43) })
      }
      return (await proofs()) - before >= 5
    },
  ],
  [
    'calls without a sign-in leave a row each, on every path as many again',
    ['open-rate'],
    async () => {
      const partition = await makePartition()
      const headers = { 'x-caller': crypto.randomUUID() }
      const looks = [
        ['POST /api/links/look', { link: 'a'.repeat(64) }],
        ['POST /api/links/use', { link: 'a'.repeat(64) }],
        ['POST /api/way-out', { account: 'a'.repeat(22), split: 'a'.repeat(22) }],
      ] as const
      const before = await proofs()
      for (let at = 0; at < 220; at += 1) {
        for (const [name, body] of looks) {
          await vault().call(name, body, { partition, headers })
        }
      }
      return (await proofs()) - before > 600
    },
  ],
  [
    'lines of the audit stay for ever',
    ['audit-days'],
    async () => {
      const partition = await makePartition()
      await startAt(vault(), crypto.randomUUID(), undefined, { partition })
      await vault().settled()
      vault().clock.at += 31 * day
      await vault().sweep()
      return (
        (await vault().db.select().from(vaultAudit).where(eq(vaultAudit.device, partition.id)))
          .length > 0
      )
    },
  ],
]

const mayEverybody = (path: string, right: number): boolean => (statSync(path).mode & right) !== 0
/** Files that everybody on the machine may write, behind folders that everybody may go into. */
function openTo(path: string): readonly string[] {
  if (!mayEverybody(path, 0o001)) return []
  return readdirSync(path, { withFileTypes: true }).flatMap((one) => {
    const at = join(path, one.name)
    if (one.isDirectory()) return openTo(at)
    return mayEverybody(at, 0o002) ? [at] : []
  })
}
/**
 * Whether the database of a gateway lies open that was started on a folder which was there before.
 */
async function liesOpen(): Promise<boolean> {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  chmodSync(dataDir, 0o755)
  mkdirSync(join(dataDir, 'database'))
  chmodSync(join(dataDir, 'database'), 0o755)
  const gateway = await startGateway({
    dataDir,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  }).catch(() => undefined)
  const open = existsSync(join(dataDir, 'database')) ? openTo(dataDir) : []
  await gateway?.stop()
  return gateway !== undefined && open.length > 0
}

const folders: readonly Attempt[] = [
  [
    'everybody on the machine writes the database in a folder that was there before',
    ['folder-data', 'folder-database'],
    liesOpen,
  ],
  ['such a folder is taken as it is', ['folder-closed', 'folder-refused'], liesOpen],
  [
    'everybody on the machine reads the secrets in a configuration that lies elsewhere',
    ['file-closed'],
    async () => {
      const at = mkdtempSync(join(folder, 'config-'))
      const text = JSON.stringify({ databaseUrl: 'postgres://gateway:secret@localhost/gateway' })
      writeFileSync(join(at, 'latchkey.json'), text)
      chmodSync(join(at, 'latchkey.json'), 0o644)
      warnAboutReadableConfig(at, readConfig(text, {}), quiet)
      return mayEverybody(join(at, 'latchkey.json'), 0o004)
    },
  ],
]

describe('nodes', () => {
  test.each(nodes)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: a page of the project is served', async () => {
    const { gateway } = behindProxy()
    expect(await gateway('198.51.100.7', undefined, { origin: 'https://a.shop.example' })).toBe(200)
  })
})

describe('pictures', () => {
  test.each(pictures)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('relay', () => {
  test.each(relays)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('mails', () => {
  test.each(mails)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('operator', () => {
  test.each(door)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('rows', () => {
  test.each(rows)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('data folder', () => {
  test.each(folders)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

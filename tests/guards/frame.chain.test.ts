import type { VaultRequest } from '@latchkey/protocol/vault'
import { describe, expect, test, vi } from 'vitest'
import { base64url, fromBase64url } from '../../apps/vault/src/base64url.ts'
import { readRequest } from '../../apps/vault/src/decode/read-request.ts'
import { openPort } from '../../apps/vault/src/frame/page/open-port.ts'
import { awaitHello } from '../../apps/vault/src/frame/page/take-hello.ts'
import { addToDay } from '../../apps/vault/src/frame/requests/open-small-payments.ts'
import { readSmallSum } from '../../apps/vault/src/frame/requests/small-sum.ts'
import { addressesOfKeys } from '../../apps/vault/src/keys/addresses.ts'
import { publicKeysOfMaster } from '../../apps/vault/src/keys/public-keys.ts'
import { splitSeed } from '../../apps/vault/src/keys/split-seed.ts'
import { deriveMasterSeed } from '../../apps/vault/src/keys/words.ts'
import { payloadHash, type ShownRequest } from '../../apps/vault/src/payload-hash.ts'
import { cipherSuite, sealSecret } from '../../apps/vault/src/seal.ts'
import { openDatabase } from '../../apps/vault/src/store/open-database.ts'
import {
  openTestFrame,
  project,
  signedUp,
  site,
  vaultOrigin,
} from '../../apps/vault/src/test/open-test-frame.ts'
import { ask, to, windowOf, withNode } from '../../apps/vault/src/test/vault-windows.ts'
import { askOpenerForSite } from '../../apps/vault/src/windows/login/vouch.ts'
import { readReturnRoute } from '../../apps/vault/src/windows/login/way-back.ts'
import { openChannel } from '../../apps/vault/src/windows/page/channel.ts'
import type { AskSealedShares } from '../../apps/vault/src/worker/message.ts'
import { signForEvm } from '../../apps/vault/src/worker/sign-evm.ts'
import { splitWallet } from '../../apps/vault/src/worker/split-wallet.ts'
import { readApproval } from '../../packages/embedded/src/page/read-step.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 30_000 })

const hello = {
  type: 'latchkey-vault-hello',
  version: 1,
  least: 1,
  project: 'shop',
  nonce: 'ab'.repeat(16),
}

/** How many greetings a frame takes, of messages that reach its window. */
function greetings(events: readonly object[], around: string = site): number {
  const listeners = new Set<(event: MessageEvent<unknown>) => void>()
  const taken: unknown[] = []
  const parent = {}
  const self = {
    parent,
    location: { ancestorOrigins: { 0: around } },
    addEventListener: (_: 'message', listener: (event: MessageEvent<unknown>) => void) =>
      void listeners.add(listener),
    removeEventListener: (_: 'message', listener: (event: MessageEvent<unknown>) => void) =>
      void listeners.delete(listener),
  }
  awaitHello(self, project, (greeted) => taken.push(greeted))
  for (const event of events) {
    for (const listener of [...listeners]) {
      listener({
        source: parent,
        origin: site,
        data: hello,
        ports: [{}],
        ...event,
      } as unknown as MessageEvent<unknown>)
    }
  }
  return taken.length
}

/** What the frame does with texts on its port. */
function heard(texts: readonly unknown[]): {
  readonly ran: readonly VaultRequest[]
  readonly isClosed: boolean
} {
  const ran: VaultRequest[] = []
  const port = { postMessage() {}, close() {}, onmessage: null as ((event: object) => void) | null }
  const line = openPort(
    { port: port as unknown as MessagePort, nonce: hello.nonce, version: 1, site },
    async (request) => void ran.push(request),
    () => 0,
  )
  for (const data of texts) {
    port.onmessage?.({ data })
  }
  const isClosed = port.onmessage === null
  line.close()
  return { ran, isClosed }
}
const session = (id: number, more = ''): string =>
  `{"id":${id},"method":"session","params":{"chains":[]${more}}}`
const deep = `${'['.repeat(90)}${']'.repeat(90)}`

const messages: readonly Attempt[] = [
  [
    'a window that has merely opened the page greets the frame',
    ['hello-source'],
    () => greetings([{ source: {} }]) > 0,
  ],
  [
    'a page of another site that opened the page greets the frame',
    ['hello-source', 'hello-around', 'hello-project'],
    () => greetings([{ source: {}, origin: 'https://evil.example' }]) > 0,
  ],
  [
    'a page of another site frames the vault and greets it',
    ['hello-project'],
    () => greetings([{ origin: 'https://evil.example' }], 'https://evil.example') > 0,
  ],
  [
    'the same host at another port is taken for the site',
    ['origin-port'],
    () => greetings([{ origin: `${site}:8443` }], `${site}:8443`) > 0,
  ],
  [
    'the same host without TLS is taken for the site',
    ['origin-scheme'],
    () => greetings([{ origin: 'http://shop.example' }], 'http://shop.example') > 0,
  ],
  ['a second greeting takes the line over', ['hello-once'], () => greetings([{}, {}]) > 1],
  [
    'a page that claims an older version is spoken with in it',
    ['hello-version', 'hello-version-number'],
    () => greetings([{ data: { ...hello, version: 0, least: 0 } }]) > 0,
  ],
  [
    'a page whose least is newer is spoken with in the older version',
    ['hello-version'],
    () => greetings([{ data: { ...hello, version: 9, least: 9 } }]) > 0,
  ],
  [
    'a text longer than a message may be is read',
    ['message-size'],
    () => heard([session(1, `,"x":"${'x'.repeat(262_144)}"`)]).ran.length > 0,
  ],
  [
    'nesting without end is read',
    ['message-depth'],
    () => heard([session(1, `,"x":${deep}`)]).ran.length > 0,
  ],
  [
    'fields come from a prototype that was sent',
    ['message-prototype', 'message-bare'],
    () => heard([`{"__proto__":${session(1)}}`]).ran.length > 0,
  ],
  [
    'what was recorded is said again',
    ['message-ids'],
    () => heard([session(1), session(2), session(1)]).ran.length > 2,
  ],
  ['an id is used twice', ['message-ids'], () => heard([session(7), session(7)]).ran.length > 1],
  [
    'a page floods the frame',
    ['message-rate'],
    () => heard(Array.from({ length: 100 }, (_, i) => session(i + 1))).ran.length > 60,
  ],
  [
    'the frame has the page open a window elsewhere',
    ['window-address'],
    () => {
      const approval = {
        id: 'a',
        place: 'window',
        url: 'https://evil.example/p',
        method: 'm',
        chain: 'eip155:1',
      }
      return readApproval(approval, vaultOrigin) !== undefined
    },
  ],
]

/**
 * A request of a page that asks for a signature: true when it got one, though its visitor rejects.
 */
async function signature(
  forge: (
    frame: Awaited<ReturnType<typeof signedUp>>,
    opened: Awaited<ReturnType<typeof windowOf>>,
  ) => unknown,
  params?: (evm: string) => readonly [method: string, params: unknown],
): Promise<boolean> {
  const frame = await signedUp()
  withNode(frame)
  const [method, asked] = params?.(frame.evm) ?? ['personal_sign', ['Hello', frame.evm]]
  const answer = ask(frame, method, asked).then(
    (signed) => typeof signed === 'string',
    () => false,
  )
  const opened = await windowOf(frame)
  await forge(frame, opened)
  opened.decide(false)
  const got = await answer
  frame.stop()
  return got
}

const consent: readonly Attempt[] = [
  [
    'a script of the page says what only a window of the vault may',
    ['decision-origin'],
    () =>
      signature((_, { shown, decide }) => {
        decide(true, shown.payload, site)
      }),
  ],
  [
    'a script of the page speaks as a window of its own from the start',
    ['decision-origin'],
    async () => {
      const frame = await signedUp()
      const answer = ask(frame, 'personal_sign', ['Hello', frame.evm]).then(
        (signed) => typeof signed === 'string',
        () => false,
      )
      const { approval } = (await frame.heard(
        (one) => one.event === 'approval' && one.approval !== null,
      )) as never as {
        approval: { id: string }
      }
      const source = { postMessage() {} }
      const say = (data: object) =>
        frame.dispatch({ origin: site, source, data: { id: approval.id, ...data } })
      const payload = await payloadHash({
        chain: 'eip155:31337',
        method: 'personal_sign',
        params: ['Hello', frame.evm],
      })
      say({ type: 'latchkey-window-hello', nonce: 'n' })
      say({ type: 'latchkey-window-decided', approved: true, payload })
      // What was not decided by then is rejected by the visitor, in a window of the vault.
      const opened = frame.openWindow(approval.id)
      opened.greet()
      opened.say({ type: 'latchkey-window-decided', approved: false, payload })
      const got = await answer
      frame.stop()
      return got
    },
  ],
  [
    'a second window decides in the place of the first',
    ['decision-window'],
    () =>
      signature((frame, { id, shown }) => {
        const other = frame.openWindow(id)
        other.greet()
        other.say({ type: 'latchkey-window-decided', approved: true, payload: shown.payload })
      }),
  ],
  [
    'something else is signed than was shown',
    ['decision-payload'],
    () => signature((_, { decide }) => decide(true, 'ab'.repeat(32))),
  ],
  [
    'more is sent before recovery than the operator allows',
    ['decision-recovery', 'limit-step'],
    () =>
      signature(
        (_, { decide }) => decide(true),
        (from) => ['eth_sendTransaction', [{ from, to, value: '0x38d7ea4c68001' }]],
      ),
  ],
  [
    'the window of an approval deletes the account',
    ['window-calls'],
    async () => {
      const frame = await signedUp()
      const answer = ask(frame, 'personal_sign', ['Hello', frame.evm]).catch(() => {})
      const opened = await windowOf(frame)
      opened.say({
        type: 'latchkey-window-ask',
        ask: 1,
        call: 'POST /api/account/delete',
        body: {},
      })
      await opened.hear('latchkey-frame-answer')
      opened.decide(false)
      await answer
      frame.stop()
      return frame.gateway.held.asked.some(({ call }) => call === 'POST /api/account/delete')
    },
  ],
  [
    'a page tells a window of the vault what its frame would',
    ['channel-origin'],
    async () => {
      const listeners: ((event: object) => void)[] = []
      const posted: { nonce: string }[] = []
      const frame = {
        closed: false,
        postMessage: (message: { nonce: string }) => posted.push(message),
      }
      const told: unknown[] = []
      const self = {
        opener: { length: 1, closed: false, 0: frame },
        origin: vaultOrigin,
        removeEventListener() {},
        addEventListener: (_: string, listener: (event: object) => void) =>
          listeners.push(listener),
      }
      const channel = openChannel({
        id: 'i',
        self: self as never,
        onState() {},
        onMessage: (message) => told.push(message),
      })
      const data = { type: 'latchkey-frame-done', id: 'i', nonce: posted[0]?.nonce }
      for (const listener of listeners) {
        listener({ origin: site, source: frame, data })
      }
      channel.stop()
      return told.length > 0
    },
  ],
  [
    'an opener of another site vouches for a sign-in',
    ['vouch-origin'],
    () => vouched('https://evil.example', true),
  ],
  ['somebody vouches who has not opened the window', ['vouch-source'], () => vouched(site, false)],
  [
    'the way back leads to another site',
    ['way-back'],
    () => {
      const kept = JSON.stringify({ site: 'https://evil.example', path: null })
      return readReturnRoute({ getItem: () => kept }, [site]) !== null
    },
  ],
]

async function vouched(origin: string, isOpener: boolean): Promise<boolean> {
  const listeners = new Set<(event: object) => void>()
  vi.useFakeTimers()
  try {
    const opener = {
      postMessage({ login, nonce }: { login: string; nonce: string }) {
        const data = { type: 'latchkey-login-vouched', login, nonce }
        for (const listener of [...listeners]) {
          listener({ origin, source: isOpener ? opener : {}, data })
        }
      },
    }
    const self = {
      opener,
      addEventListener: (_: string, listener: (event: object) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (event: object) => void) =>
        listeners.delete(listener),
    }
    const answer = askOpenerForSite({ login: 'l', origins: [site], self: self as never })
    await vi.advanceTimersByTimeAsync(5_000)
    return (await answer) !== null
  } finally {
    vi.useRealTimers()
  }
}

const none = { account: 'a', deviceId: 'd', expects: null, kept: [], added: [], byOperator: false }
/** A seed, split as for a device. */
async function wallet() {
  const entropy = crypto.getRandomValues(new Uint8Array(32))
  const publics = publicKeysOfMaster(await deriveMasterSeed(entropy))
  return { publics, addresses: addressesOfKeys(publics), ...(await splitSeed(entropy)) }
}
const [made, other] = [await wallet(), await wallet()]
/** What the gateway does with a share. */
const gateway =
  (share: Uint8Array): AskSealedShares =>
  async (sealTo) => ({ signIn: await sealSecret('release', fromBase64url(sealTo), share) })
const evm = made.addresses.eip155
const request: ShownRequest = {
  chain: 'eip155:31337',
  method: 'personal_sign',
  params: ['Hello', evm],
}
const input = async (shown = request) => ({
  request: shown,
  payload: await payloadHash(request),
  address: evm,
  publicKey: made.publics.eip155,
  device: made.device.slice(),
})
const { indexedDB, stop } = openTestFrame()
stop()
const succeeds = (run: Promise<unknown>): Promise<boolean> =>
  run.then(
    () => true,
    () => false,
  )

const shares: readonly Attempt[] = [
  [
    'the sign-in share of another wallet signs',
    ['worker-key', 'worker-signature'],
    async () => succeeds(signForEvm(await input(), gateway(other.signIn))),
  ],
  ...[0, 15, 31, 32].map(
    (at): Attempt => [
      `a share whose byte ${at} was flipped signs`,
      ['worker-key', 'worker-signature'],
      async () =>
        succeeds(
          signForEvm(
            await input(),
            gateway(made.signIn.map((byte, i) => (i === at ? (byte ^ 1) & 0xff : byte))),
          ),
        ),
    ],
  ),
  [
    'the worker is handed another request than was approved',
    ['worker-payload'],
    async () =>
      succeeds(signForEvm(await input({ ...request, params: ['Pay', evm] }), gateway(made.signIn))),
  ],
  [
    'the share of another wallet is split anew, and kept',
    ['worker-publics'],
    () => {
      const device = made.device.slice()
      return succeeds(
        splitWallet({ device, publics: made.publics, ...none }, gateway(other.signIn)),
      )
    },
  ],
  [
    'a way to recover that was slipped into the database is sealed the share',
    ['recovery-vouched'],
    async () => {
      const device = made.device.slice()
      const whose = await cipherSuite().kem.generateKeyPair()
      const publicKey = base64url(
        new Uint8Array(await cipherSuite().kem.serializePublicKey(whose.publicKey)),
      )
      const slipped = {
        id: 'm',
        kind: 'password',
        publicKey,
        salt: 'abcd',
        memory: 65_536,
        passes: 3,
        lanes: 1,
      } as const
      const kept = [{ ...slipped, vouch: made.device.toString() }]
      const next = await splitWallet(
        { device, publics: made.publics, ...none, kept },
        gateway(made.signIn),
      )
      return next.split.recovery.length > 0
    },
  ],
  [
    'a sandboxed frame keeps a share where every sandbox finds it',
    ['storage-sandbox'],
    () => succeeds(openDatabase('shop', { origin: 'null', indexedDB })),
  ],
  [
    'a frame without credentials keeps a share it will not find again',
    ['storage-credentialless'],
    () => succeeds(openDatabase('shop', { origin: vaultOrigin, credentialless: true, indexedDB })),
  ],
]

/** The operator's word: to this receiver, this much at once and this much a day. */
const small = { 'eip155:31337': { receivers: { [to]: '200000' }, day: '300000' } }
/** Whether a transaction is approved in the frame, where a page can have it hidden. */
async function isSmall(more: object, asked = 'eth_sendTransaction'): Promise<boolean> {
  const cost = { value: '0x186a0', gas: '0x5208', maxFeePerGas: '0x1', chainId: '0x7a69' }
  const about = {
    chain: 'eip155:31337',
    method: asked,
    account: evm,
    params: [{ from: evm, to, ...cost, ...more }],
  } as const
  const reading = await readRequest({ ...about, site, now: 0 })
  return readSmallSum({ ...about, reading }, { small }) !== null
}
const smallSums: readonly Attempt[] = [
  ['to a receiver whom the operator did not name', ['small-receiver'], () => isSmall({ to: evm })],
  ['with a huge fee', ['small-limit'], () => isSmall({ maxFeePerGas: '0xf' })],
  [
    'in a call that moves tokens to a receiver of the list',
    ['small-one'],
    () =>
      isSmall({
        value: '0x0',
        data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
      }),
  ],
  [
    'as a transaction that the page may hold back',
    ['small-method', 'small-kept'],
    () => isSmall({}, 'eth_signTransaction'),
  ],
  [
    'again and again',
    ['small-day'],
    () => {
      const one = {
        account: 'a',
        chain: 'eip155:31337',
        sum: { to, amount: 100_000n, fee: 21_000n, day: 300_000n },
      } as const
      const spent = [1, 2, 3].reduce<ReturnType<typeof addToDay>>(
        (all, at) => all && addToDay(all, one, at),
        [],
      )
      return spent !== null
    },
  ],
]

describe('small sums in the frame', () => {
  test.each(smallSums)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: what the operator named', async () => {
    expect(await isSmall({})).toBe(true)
  })
})

describe('messages', () => {
  test.each(messages)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: the site itself is greeted, and heard', () => {
    expect([greetings([{}]), heard([session(1), session(2)]).ran.length]).toEqual([1, 2])
  })
})

describe('consent', () => {
  test.each(consent)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: what its visitor approves is signed', async () => {
    expect(await signature((_, { decide }) => decide(true))).toBe(true)
  })
})

describe('shares', () => {
  test.each(shares)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: the shares of one split sign', async () => {
    expect(await succeeds(signForEvm(await input(), gateway(made.signIn)))).toBe(true)
  })

  test('behavior: a frame in a sandbox says so in a code that can be read', async () => {
    await expect(openDatabase('shop', { origin: 'null', indexedDB })).rejects.toMatchObject({
      code: 'vault-storage-missing',
    })
  })
})

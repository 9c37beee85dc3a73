import { mockRelay } from '@latchkey/testing'
import { onTestFinished } from 'vitest'
import type { Channel, Incoming } from '../../channel.ts'
import type { Hex32, Relay, Seal, StoredState } from '../../contract.ts'
import { agree } from '../../crypto/agree.ts'
import { makeIdentity } from '../../crypto/identity.ts'
import { newRequestId } from '../../crypto/ids.ts'
import { makeKeyPair } from '../../crypto/key-pair.ts'
import { randomHex32 } from '../../crypto/random.ts'
import { topicOf } from '../../crypto/topic.ts'
import { formatPairingLink } from '../../link/format-pairing-link.ts'
import { openRelay } from '../../relay/open-relay.ts'
import { openChannel } from '../../sign/open-channel.ts'
import type { WalletEvent, WalletOptions, WalletSide } from '../../wallet-contract.ts'
import { createWallet } from '../create-wallet.ts'

export const account = 'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'
export const granted = {
  eip155: { accounts: [account], methods: ['personal_sign'], events: ['chainChanged'] },
} as const
export const asked = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] },
}

/**
 * A page that says exactly what a test wants, well-formed or not, over the relay client and the
 * channel.
 */
export interface RawPage {
  readonly link: string
  readonly pairing: Hex32
  readonly publicKey: Hex32
  readonly privateKey: string
  readonly relay: Relay
  readonly channel: Channel
  readonly heard: Incoming[]
  /** Proposes; answers the settlement with this, a wire result by default. */
  propose(over?: object): Promise<{ id: number; answer: Promise<unknown> }>
  /** After the approval: opens the session's topic, answers the settlement. */
  settle(
    responderPublicKey: Hex32,
    answer?: { result: unknown } | { error: object },
  ): Promise<Hex32>
  /** All of it. */
  connect(wallet: WalletSide, over?: object): Promise<Hex32>
}

/** Storage and seal that outlive a wallet. */
export function memory(): Required<Pick<WalletOptions, 'storage' | 'seal'>> & {
  readonly items: Map<string, string>
} {
  const items = new Map<string, string>()
  const seal: Seal = {
    close: async (clear) => btoa(encodeURIComponent(clear)),
    open: async (sealed) => decodeURIComponent(atob(sealed)),
  }
  return {
    items,
    seal,
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
  }
}

/** A wallet and what it tells. */
export function openWallet(
  relays: readonly ReturnType<typeof mockRelay>[],
  over: Partial<WalletOptions> = {},
) {
  const [first] = relays
  if (!first) throw new Error('no relay')
  const wallet = createWallet({
    relays: relays.map(({ url }, i) => ({ url: i === 0 ? url : `${url}/${i}` })),
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] },
    storage: null,
    WebSocket: first.WebSocket,
    ...over,
  })
  const events: WalletEvent[] = []
  wallet.watch((event) => events.push(event))
  onTestFinished(() => wallet.close())
  const of = <T extends WalletEvent['type']>(type: T) =>
    events.filter((event): event is Extract<WalletEvent, { type: T }> => event.type === type)
  return { wallet, events, of }
}

export async function openRawPage(
  mock: ReturnType<typeof mockRelay>,
  { lifeMs = 300_000, methods = [] as readonly string[] } = {},
): Promise<RawPage> {
  const symKey = randomHex32()
  const pairing = await topicOf(symKey)
  const { publicKey, privateKey } = await makeKeyPair()
  const kept: { now: StoredState } = { now: { version: 1, pairings: [], sessions: [], seen: [] } }
  const channel = openChannel({
    keep: {
      read: async () => kept.now,
      async change(edit) {
        kept.now = edit(kept.now)
        return kept.now
      },
    },
  })
  const relay = openRelay({
    url: mock.url,
    identity: await makeIdentity(),
    onMessage: (delivery, by) => void channel.receive(delivery, by),
    WebSocket: mock.WebSocket,
  })
  onTestFinished(() => {
    channel.close()
    relay.close()
  })
  const heard: Incoming[] = []
  channel.watch((incoming) => heard.push(incoming))
  channel.addKey(pairing, { symKey })
  const expiresAt = Date.now() + lifeMs

  const page: RawPage = {
    link: formatPairingLink({ topic: pairing, symKey, expiresAt, methods }),
    pairing,
    publicKey,
    privateKey,
    relay,
    channel,
    heard,
    async propose(over = {}) {
      const id = newRequestId()
      const params = {
        requiredNamespaces: {},
        optionalNamespaces: asked,
        relays: [{ protocol: 'irn' }],
        proposer: {
          publicKey,
          metadata: { name: 'Page', description: '', url: 'https://page.example', icons: [] },
        },
        expiryTimestamp: Math.floor(expiresAt / 1000),
        pairingTopic: pairing,
        id,
        ...over,
      }
      const message = await channel.seal(pairing, {
        id,
        jsonrpc: '2.0',
        method: 'wc_sessionPropose',
        params,
      })
      const answer = channel.expect({ topic: pairing, id, expiresAt }).then(({ result }) => result)
      answer.catch(() => undefined)
      await relay.propose({ pairingTopic: pairing, message, id })
      return { id, answer }
    },
    async settle(responderPublicKey, answer = { result: true }) {
      const sessionKey = await agree(privateKey, responderPublicKey)
      const topic = await topicOf(sessionKey)
      channel.addKey(topic, { symKey: sessionKey })
      await relay.subscribe([topic])
      const settled = await until(() =>
        heard.find((one) => one.topic === topic && one.method === 'wc_sessionSettle'),
      )
      await channel.answer({ ...settled, relay }, answer)
      return topic
    },
    async connect(wallet, over) {
      const { id, answer } = await page.propose()
      await wallet.pair(page.link)
      await until(() => wallet.getPending().find((one) => one.type === 'proposal'))
      const approved = wallet.approve(id, { namespaces: granted, ...over })
      const { responderPublicKey } = (await answer) as { responderPublicKey: Hex32 }
      const topic = await page.settle(responderPublicKey)
      await approved
      return topic
    },
  }
  return page
}

/** A wallet in a session with a page. */
export async function connected(over: Parameters<typeof openWallet>[1] = {}) {
  const mock = mockRelay()
  const opened = openWallet([mock], over)
  const page = await openRawPage(mock)
  const topic = await page.connect(opened.wallet)
  const ask = (method: string, params: unknown) =>
    page.channel.ask({ relay: page.relay, topic, method, params })
  return { mock, page, topic, ask, ...opened }
}

/** Params of `wc_sessionRequest`. */
export const requestOf = (over: object = {}, about: object = {}) => ({
  request: {
    method: 'personal_sign',
    params: ['0x01'],
    expiryTimestamp: Math.floor(Date.now() / 1000) + 300,
    ...over,
  },
  chainId: 'eip155:1',
  ...about,
})

/** Waits until something is there. */
export async function until<T>(find: () => T | undefined, timeoutMs = 3000): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`not in ${timeoutMs} ms: ${find}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

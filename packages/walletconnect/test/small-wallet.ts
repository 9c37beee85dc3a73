import type { Incoming, WireError } from '../src/channel.ts'
import type { Relay } from '../src/contract.ts'
import { agree } from '../src/crypto/agree.ts'
import { makeIdentity } from '../src/crypto/identity.ts'
import { newRequestId } from '../src/crypto/ids.ts'
import { makeKeyPair } from '../src/crypto/key-pair.ts'
import { topicOf } from '../src/crypto/topic.ts'
import { parsePairingLink } from '../src/link/parse-pairing-link.ts'
import { openRelay } from '../src/relay/open-relay.ts'
import { openChannel } from '../src/sign/open-channel.ts'
import { memoryKeep } from './memory-keep.ts'

export const account = `eip155:1:0x${'ab'.repeat(20)}` as const
export const granted = {
  eip155: {
    accounts: [account],
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
export const metadata = {
  name: 'Small wallet',
  description: 'A wallet',
  url: 'https://wallet.test',
  icons: [],
}

/**
 * A wallet of channel parts, without any judgement of its own: tests make it say what no decent
 * wallet would.
 */
export async function smallWallet(options: {
  readonly url: string
  readonly WebSocket: typeof globalThis.WebSocket
}) {
  const channel = openChannel({ keep: memoryKeep() })
  const heard: Incoming[] = []
  const waiting = new Set<(incoming: Incoming) => void>()
  channel.watch((incoming) => {
    heard.push(incoming)
    for (const one of [...waiting]) {
      one(incoming)
    }
  })
  const relay: Relay = openRelay({
    ...options,
    identity: await makeIdentity(),
    onMessage: (delivery, from) => void channel.receive(delivery, from),
  })
  const next = (method: string): Promise<Incoming> => {
    const known = heard.findIndex((incoming) => incoming.method === method)
    const [found] = known < 0 ? [] : heard.splice(known, 1)
    if (found) return Promise.resolve(found)
    return new Promise((resolve) => {
      const one = (incoming: Incoming): void => {
        if (incoming.method !== method) return
        waiting.delete(one)
        heard.splice(heard.indexOf(incoming), 1)
        resolve(incoming)
      }
      waiting.add(one)
    })
  }
  type Params = {
    readonly proposer: { readonly publicKey: string }
    readonly requester: { readonly publicKey: string }
  }
  const introduce = async (request: Incoming) => {
    const pair = await makeKeyPair()
    const asker = (request.params as Params).requester.publicKey
    const symKey = await agree(pair.privateKey, asker)
    const topic = await topicOf(symKey)
    channel.addKey(topic, { symKey })
    const answersOn = await topicOf(asker)
    channel.addKey(answersOn, { symKey, sender: pair })
    return { topic, answersOn, publicKey: pair.publicKey }
  }

  return {
    channel,
    relay,
    heard,
    next,
    async pair(uri: string, method = 'wc_sessionPropose'): Promise<Incoming> {
      const { topic, symKey } = await parsePairingLink(uri)
      channel.addKey(topic, { symKey })
      await relay.subscribe([topic])
      return next(method)
    },
    /** Approves; whatever of the settlement is given replaces what a decent wallet says. */
    async approve(proposal: Incoming, settlement: Record<string, unknown> = {}) {
      const pair = await makeKeyPair()
      const symKey = await agree(pair.privateKey, (proposal.params as Params).proposer.publicKey)
      const topic = await topicOf(symKey)
      channel.addKey(topic, { symKey })
      const id = newRequestId()
      const result = { relay: { protocol: 'irn' }, responderPublicKey: pair.publicKey }
      const params = {
        relay: { protocol: 'irn' },
        namespaces: granted,
        controller: { publicKey: pair.publicKey, metadata },
        expiry: Math.floor(Date.now() / 1000) + 604_800,
        ...settlement,
      }
      const settled = channel.expect({ topic, id, expiresAt: Date.now() + 60_000 })
      settled.catch(() => undefined)
      await relay.approve({
        pairingTopic: proposal.topic,
        sessionTopic: topic,
        response: await channel.seal(proposal.topic, { id: proposal.id, jsonrpc: '2.0', result }),
        settlement: await channel.seal(topic, {
          id,
          jsonrpc: '2.0',
          method: 'wc_sessionSettle',
          params,
        }),
        id: proposal.id,
      })
      const ask = (method: string, asked: unknown): Promise<unknown> =>
        channel.ask({ relay, topic, method, params: asked, expiresAt: Date.now() + 30_000 })
      const tell = (method: string, told: unknown): Promise<void> =>
        channel.tell({ relay, topic, method, params: told })
      const emit = (name: string, data: unknown, chainId = 'eip155:1'): Promise<void> =>
        tell('wc_sessionEvent', { event: { name, data }, chainId })
      return { topic, symKey, publicKey: pair.publicKey, settled, ask, tell, emit }
    },
    reject: (proposal: Incoming, error: WireError): Promise<void> =>
      channel.answer({ ...proposal, relay }, { error }),
    answer: (incoming: Incoming, result: unknown): Promise<void> =>
      channel.answer({ ...incoming, relay }, { result }),
    refuse: (incoming: Incoming, error: WireError): Promise<void> =>
      channel.answer({ ...incoming, relay }, { error }),
    /** Signs in with one click: answers on the topic of the requester's key, introducing itself. */
    async signIn(
      request: Incoming,
      cacaos: readonly unknown[],
      said: Record<string, unknown> = {},
    ) {
      const { topic, answersOn, publicKey } = await introduce(request)
      await relay.subscribe([topic])
      const result = { cacaos, responder: { publicKey, metadata }, ...said }
      await channel.answer({ ...request, relay, answersOn }, { result })
      return { topic }
    },
    async refuseSignIn(request: Incoming, error: WireError) {
      const { answersOn } = await introduce(request)
      await channel.answer({ ...request, relay, answersOn }, { error })
    },
    close(): void {
      channel.close()
      relay.close()
    },
  }
}

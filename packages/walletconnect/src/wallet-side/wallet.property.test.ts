import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { seed } from '../../../../tests/helpers/seed.ts'
import {
  account,
  deafRelay,
  expectClean,
  hostile,
  onlyOurs,
  parameters,
  parsed,
  runsOf,
  spoiled,
  timeoutOf,
} from '../../test/fuzz.ts'
import { hex } from '../../test/records.ts'
import { challenge } from '../../test/small-page.ts'
import { makeAuthPayload } from '../cacao/auth-payload.ts'
import type { SessionRecord } from '../contract.ts'
import { makeKeyPair } from '../crypto/key-pair.ts'
import { handleIncoming } from './handle-incoming.ts'
import { eventOfPending } from './show-pending-entry.ts'
import { startWallet } from './start-wallet.ts'

const shares = { wallet: 1200 }
const metadata = {
  name: 'Peer',
  description: 'd',
  url: 'https://peer.test',
  icons: ['https://peer.test/i.png'],
  redirect: { native: 'peer:', universal: 'https://peer.test', linkMode: true },
}
const namespaces = {
  eip155: {
    chains: ['eip155:1'],
    accounts: [account],
    methods: ['personal_sign'],
    events: ['chainChanged'],
  },
} as const
const error = vi.spyOn(console, 'error')

afterAll(() => {
  expect(error.mock.calls).toEqual([])
  expectClean()
})

const recordOf = (publicKey: string): SessionRecord => ({
  topic: hex(1),
  symKey: hex(2),
  pairingTopic: hex(3),
  relay: 'ws://relay.test',
  expiresAt: Date.now() + 86_400_000,
  self: { publicKey: hex(4), metadata },
  peer: { publicKey, metadata },
  controller: publicKey,
  namespaces,
  masked: [],
  transport: 'relay',
})

describe('wallet: a hostile page', () => {
  test('behavior: what a page says to a wallet', {
    timeout: timeoutOf(shares.wallet),
  }, async () => {
    console.info(`fuzz: seed ${seed}, ${runsOf(shares.wallet)} inputs`)
    const { publicKey } = await makeKeyPair()
    const expiryTimestamp = 4_102_444_800
    const propose = {
      requiredNamespaces: {
        eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
      },
      optionalNamespaces: { 'eip155:137': { methods: ['eth_sign'], events: ['chainChanged'] } },
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey, metadata },
      expiryTimestamp,
      pairingTopic: hex(9),
      sessionProperties: { a: 'b' },
      scopedProperties: { eip155: {} },
    }
    const authPayload = makeAuthPayload(challenge, ['eip155:1'], ['personal_sign'])
    const authenticate = { authPayload, requester: { publicKey, metadata }, expiryTimestamp }
    const request = {
      request: { method: 'personal_sign', params: ['0x00'], expiryTimestamp },
      chainId: 'eip155:1',
    }
    const said = fc.oneof(
      fc.record({
        topic: fc.constant(hex(9)),
        method: fc.constant('wc_sessionPropose'),
        params: spoiled(propose),
      }),
      fc.record({
        topic: fc.constant(hex(9)),
        method: fc.constant('wc_sessionAuthenticate'),
        params: spoiled(authenticate),
      }),
      fc.record({
        topic: fc.constant(hex(1)),
        method: fc.constant('wc_sessionRequest'),
        params: spoiled(request),
      }),
      fc.record({
        topic: fc.constantFrom(hex(1), hex(9)),
        method: fc.constantFrom(
          'wc_sessionUpdate',
          'wc_sessionExtend',
          'wc_sessionDelete',
          'wc_sessionEvent',
          'wc_pairingDelete',
          'wc_pairingPing',
          'wc_sessionSettle',
        ),
        params: hostile,
      }),
    )
    const shown = new Set<string>()
    await fc.assert(
      fc.asyncProperty(said, fc.boolean(), async ({ topic, method, params }, isAuthenticating) => {
        const wallet = await startWallet(
          { relays: [], metadata, storage: null },
          () => {},
          () => {},
        )
        wallet.book.pairings.set(hex(9), {
          topic: hex(9),
          symKey: hex(8),
          expiresAt: Date.now() + 1e6,
          isAuthenticating,
        })
        wallet.book.sessions.set(hex(1), recordOf(publicKey))
        for (const one of [hex(1), hex(9)]) {
          wallet.channel.addKey(one, { symKey: hex(8) })
        }
        await onlyOurs(() =>
          handleIncoming(wallet, {
            topic,
            id: 5,
            method,
            params: parsed(params),
            relay: deafRelay(),
          }),
        )
        for (const waiting of wallet.book.waiting.values()) {
          const event = eventOfPending(waiting)
          shown.add(event.type)
          expect(JSON.stringify(event).length).toBeLessThan(2_000_000)
          if (event.type === 'authentication')
            await onlyOurs(() => event.authentication.messageFor(account))
        }
        for (const { timer } of wallet.held.values()) {
          clearTimeout(timer)
        }
        wallet.channel.close()
      }),
      parameters(shares.wallet),
    )
    expect([...shown].sort()).toEqual(['authentication', 'proposal', 'request'])
  })
})

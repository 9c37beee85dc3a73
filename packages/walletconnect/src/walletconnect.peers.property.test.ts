import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seed } from '../../../tests/helpers/seed.ts'
import {
  account,
  deafRelay,
  expectClean,
  hostile,
  isOursOrWire,
  parameters,
  runsOf,
  spoiled,
  textOf,
  timeoutOf,
} from '../test/fuzz.ts'
import { memoryKeep } from '../test/memory-keep.ts'
import { hex } from '../test/records.ts'
import { chains, challenge, needs } from '../test/small-page.ts'
import type { SessionRecord } from './contract.ts'
import { agree } from './crypto/agree.ts'
import { sealText } from './crypto/envelope-text.ts'
import { makeKeyPair } from './crypto/key-pair.ts'
import { topicOf } from './crypto/topic.ts'
import { awaitOutcome } from './page/await-outcome.ts'
import { makePairing } from './page/make-pairing.ts'
import { openSessions } from './page/open-sessions.ts'
import type { PageContext } from './page/page-context.ts'
import { namespacesToRequest } from './page/proposal.ts'
import { openChannel } from './sign/open-channel.ts'

const shares = { answers: 1200, session: 1600 }
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

beforeAll(() =>
  console.info(`fuzz: seed ${seed}, ${runsOf(shares.answers + shares.session)} inputs`),
)
afterAll(() => {
  expect(error.mock.calls).toEqual([])
  expectClean()
})

const seal = (parameters: {
  symKey: string
  sender?: { publicKey: string }
  json: unknown
}): Promise<string> =>
  sealText({
    symKey: parameters.symKey,
    text: textOf(parameters.json),
    senderPublicKey: parameters.sender?.publicKey,
  })

async function waitFor(find: () => boolean): Promise<void> {
  while (!find()) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function groundOf(wanted: Set<string> = new Set()): PageContext {
  return {
    context: { kit: 'shop', storage: null, metadata: { name: 'Shop' }, needs },
    metadata,
    storage: null,
    keep: memoryKeep(),
    channel: openChannel({ keep: memoryKeep() }),
    relays: [
      {
        ...deafRelay(),
        async subscribe(topics) {
          for (const topic of topics) {
            wanted.add(topic)
          }
        },
      },
    ],
  }
}
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

describe('walletconnect: a hostile peer', () => {
  test('behavior: answers to a proposal and a sign-in, and the settlement', {
    timeout: timeoutOf(shares.answers * 2),
  }, async () => {
    const own = await makeKeyPair()
    const cacao = {
      h: { t: 'caip122' },
      p: {
        iss: `did:pkh:${account}`,
        aud: challenge.uri,
        domain: challenge.domain,
        version: '1',
        nonce: challenge.nonce,
        iat: challenge.issuedAt,
        statement: 's',
        resources: ['urn:recap:e30'],
      },
      s: { t: 'eip191', s: '0x00' },
    }
    const response = { relay: { protocol: 'irn' }, responderPublicKey: own.publicKey }
    const settlement = {
      relay: { protocol: 'irn' },
      namespaces,
      controller: { publicKey: own.publicKey, metadata },
      expiry: 4_102_444_800,
      sessionProperties: { a: 'b' },
      scopedProperties: { eip155: { a: [1] } },
    }
    const signIn = { cacaos: [cacao], responder: { publicKey: own.publicKey, metadata } }
    const asked = fc.oneof(
      fc.record({ kind: fc.constant('response' as const), value: spoiled(response) }),
      fc.record({ kind: fc.constant('error' as const), value: hostile }),
      fc.record({ kind: fc.constant('settlement' as const), value: spoiled(settlement) }),
      fc.record({ kind: fc.constant('sign-in' as const), value: spoiled(signIn) }),
    )
    const made = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(asked, async ({ kind, value }) => {
        const wanted = new Set<string>()
        const ground = groundOf(wanted)
        const { channel, relays } = ground
        const sessions = openSessions(ground)
        const { record, payload } = await makePairing(
          ground,
          namespacesToRequest(needs, chains, {}),
          challenge,
        )
        channel.addKey(record.topic, { symKey: record.symKey })
        const { authenticate, privateKey, publicKey } = record
        if (authenticate) channel.addKey(authenticate.topic, { privateKey, publicKey })
        const stop = new AbortController()
        const outcome = awaitOutcome({ ground, record, payload }, async () => sessions, stop.signal)
        let end: unknown
        outcome.then(
          () => (end = 'done'),
          (reason) => (end = reason),
        )
        const symKey = await agree(own.privateKey, publicKey)
        const send = async (
          topic: string,
          key: { symKey: string; sender?: { publicKey: string } },
          json: object,
        ): Promise<void> =>
          channel.receive(
            { topic, message: await seal({ ...key, json: { jsonrpc: '2.0', ...json } }) },
            relays[0],
          )
        if (kind === 'sign-in' && authenticate)
          await send(
            authenticate.topic,
            { symKey, sender: own },
            { id: authenticate.id, result: value },
          )
        else if (kind === 'error')
          await send(record.topic, record, { id: record.proposal, error: value })
        else
          await send(record.topic, record, {
            id: record.proposal,
            result: kind === 'settlement' ? response : value,
          })
        if (kind === 'settlement') {
          const topic = await topicOf(symKey)
          await waitFor(() => wanted.has(topic))
          await send(topic, { symKey }, { id: 7, method: 'wc_sessionSettle', params: value })
        }
        for (let i = 0; i < 4; i++) {
          await new Promise((resolve) => setImmediate(resolve))
        }
        stop.abort()
        if (end !== undefined && end !== 'done') expect(isOursOrWire(end), String(end)).toBe(true)
        made.set(`${kind} ${end === 'done'}`, (made.get(`${kind} ${end === 'done'}`) ?? 0) + 1)
        if (end === 'done') {
          const { session } = await outcome
          expect(JSON.stringify(session.peer).length).toBeLessThan(400_000)
          await session.end()
        }
        channel.close()
      }),
      parameters(shares.answers),
    )
    // Some of what was sent must have been good enough, or nothing deep was reached.
    expect(made.get('settlement true')).toBeGreaterThan(0)
    expect(payloadReached(made)).toBe(true)
  })

  test('behavior: what a wallet says in a session', {
    timeout: timeoutOf(shares.session),
  }, async () => {
    const said = fc.oneof(
      fc.record({ method: fc.constant('wc_sessionUpdate'), params: spoiled({ namespaces }) }),
      fc.record({
        method: fc.constant('wc_sessionExtend'),
        params: spoiled({ expiry: 4_102_444_800 }),
      }),
      fc.record({
        method: fc.constant('wc_sessionEvent'),
        params: spoiled({ event: { name: 'chainChanged', data: '0x1' }, chainId: 'eip155:1' }),
      }),
      fc.record({
        method: fc.constant('wc_sessionEvent'),
        params: spoiled({
          event: { name: 'accountsChanged', data: [account] },
          chainId: 'eip155:1',
        }),
      }),
      fc.record({ method: fc.constant('wc_sessionRequest'), params: hostile }),
      fc.record({
        method: fc.constantFrom(
          'wc_sessionDelete',
          'wc_sessionPing',
          'wc_sessionSettle',
          'wc_sessionPropose',
          'wc_unknown',
        ),
        params: hostile,
      }),
    )
    let ground = groundOf()
    let sessions = openSessions(ground)
    const symKey = hex(2)
    await fc.assert(
      fc.asyncProperty(said, hostile, async ({ method, params }, answer) => {
        const record = recordOf(hex(5))
        let opened = sessions.open(record)
        if (!opened) throw new Error('no session')
        const { remote } = opened
        const asking = remote
          .request('eip155:1', 'personal_sign', [])
          .catch((reason: unknown) => expect(isOursOrWire(reason)).toBe(true))
        void asking
        await ground.channel.receive(
          {
            topic: record.topic,
            message: await seal({
              symKey,
              json: { id: Math.floor(Math.random() * 2 ** 50), jsonrpc: '2.0', method, params },
            }),
          },
          ground.relays[0],
        )
        await ground.channel.receive(
          { topic: record.topic, message: await seal({ symKey, json: answer }) },
          ground.relays[0],
        )
        expect(JSON.stringify([remote.namespaces, remote.methods]).length).toBeLessThan(2_000_000)
        opened = undefined
        await remote.end()
        ground.channel.close()
        ground = groundOf()
        sessions = openSessions(ground)
      }),
      parameters(shares.session),
    )
  })
})

function payloadReached(made: ReadonlyMap<string, number>): boolean {
  return ['response false', 'error false', 'settlement false', 'sign-in false'].every((kind) =>
    made.has(kind),
  )
}

import { expect, test } from 'vitest'
import type { Channel, Incoming } from '../channel.ts'
import type { Relay, StoredState } from '../contract.ts'
import { makeKeyPair } from '../crypto/key-pair.ts'
import { openSessions } from './open-sessions.ts'
import type { SettlementContext } from './outcome.ts'
import type { PageContext } from './page-context.ts'

const metadata = { name: 'Phone', description: '', url: 'https://phone.test', icons: [] }
const eip155 = {
  accounts: [`eip155:1:0x${'ab'.repeat(20)}`],
  methods: ['personal_sign'],
  events: [],
}

/** A wallet that settles, and says `method` while the page still keeps the session. */
async function settled(method: string) {
  const [page, wallet] = await Promise.all([makeKeyPair(), makeKeyPair()])
  const state = {
    kept: { version: 1, pairings: [], sessions: [], seen: [] } as StoredState,
    topic: '',
  }
  let hear: (incoming: Incoming) => void = () => {}
  const relay = {
    url: 'ws://relay.test',
    async subscribe([topic = '']: readonly string[]) {
      state.topic = topic
      const controller = { publicKey: wallet.publicKey, metadata }
      hear({
        topic,
        id: 1,
        method: 'wc_sessionSettle',
        params: { controller, namespaces: { eip155 } },
        relay,
      })
    },
    unsubscribe() {},
  } as unknown as Relay
  const keep = {
    read: async () => state.kept,
    async change(edit: (kept: StoredState) => StoredState) {
      if (state.kept.sessions.length === 0) {
        await Promise.resolve()
        hear({ topic: state.topic, id: 2, method, params: { code: 7000, message: 'no' }, relay })
      }
      state.kept = edit(state.kept)
      return state.kept
    },
  }
  const channel: Partial<Channel> = {
    addKey() {},
    forgetKey() {},
    answer: async () => {},
    watch(listener) {
      hear = listener
      return () => {}
    },
  }
  const ground = { channel, keep, metadata, relays: [relay] } as unknown as PageContext
  const record = { ...page, topic: 'pairing' }
  const { session } = await openSessions(ground).settle(
    { ground, record } as unknown as SettlementContext,
    {
      relay,
      result: { responderPublicKey: wallet.publicKey },
    },
  )
  return { session, state }
}

test('behavior: a wallet that gives up while its session is kept has ended it, whoever watches later hears so', async () => {
  const { session, state } = await settled('wc_sessionDelete')
  expect(state.kept.sessions).toEqual([])
  await expect(session.request('eip155:1', 'personal_sign', [])).rejects.toMatchObject({
    code: 'session-ended',
  })
  const heard: unknown[] = []
  session.watch((event) => heard.push(event))
  expect(heard).toEqual([])
  await expect.poll(() => heard).toEqual([{ type: 'end' }])
  const stop = session.watch((event) => heard.push(event))
  stop()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(heard).toHaveLength(1)
})

test('behavior: anything else that comes meanwhile leaves the session', async () => {
  const { session, state } = await settled('wc_sessionPing')
  expect(state.kept.sessions).toHaveLength(1)
  const heard: unknown[] = []
  session.watch((event) => heard.push(event))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(heard).toEqual([])
})

import { expect, test, vi } from 'vitest'
import { openChannel } from '../sign/open-channel.ts'
import { makePairing } from './make-pairing.ts'
import type { PageContext } from './page-context.ts'

test('behavior: links made in one millisecond ask with an id each, sign-in included', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const kept = { version: 1, pairings: [], sessions: [], seen: [] } as const
  const keep = { read: async () => kept, change: async () => kept }
  const metadata = { name: 'Shop', description: '', url: 'https://shop.test', icons: [] }
  const ground = { channel: openChannel({ keep }), metadata, relays: [] } as unknown as PageContext
  const wanted = {
    namespaces: {
      eip155: { chains: ['eip155:1'] as const, methods: ['personal_sign'], events: [] },
    },
    properties: {},
  }
  const challenge = {
    domain: 'shop.test',
    uri: 'https://shop.test',
    nonce: 'a nonce',
    issuedAt: '2026-01-01T00:00:00Z',
  }
  const ids: unknown[] = []
  for (let i = 0; i < 200; i++) {
    const { record } = await makePairing(ground, wanted, challenge)
    ids.push(record.proposal, record.authenticate?.id)
  }
  vi.useRealTimers()
  expect(new Set(ids).size).toBe(400)
})

import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Relay } from '../contract.ts'
import { randomHex32 } from '../crypto/random.ts'
import { topicOf } from '../crypto/topic.ts'
import { formatPairingLink } from '../link/format-pairing-link.ts'
import { pairByLink } from './pair-by-link.ts'
import type { Wallet } from './wallet.ts'

/** As much of a wallet as pairing touches, with relays that answer a subscription like this. */
async function setUp(...answers: (() => Promise<void>)[]) {
  const symKey = randomHex32()
  const topic = await topicOf(symKey)
  const keys = new Set<string>()
  const book = { pairings: new Map(), sessions: new Map(), waiting: new Map() }
  const relays = answers.map((subscribe) => ({ subscribe, unsubscribe() {} }) as unknown as Relay)
  const channel = {
    addKey: (of: string) => keys.add(of),
    forgetKey: (of: string) => keys.delete(of),
  }
  const wallet = {
    book,
    relays,
    channel,
    held: new Map(),
    busy: new Set(),
    emit() {},
    changed() {},
  } as unknown as Wallet
  const link = formatPairingLink({ topic, symKey, expiresAt: Date.now() + 60_000, methods: [] })
  return { wallet, link, topic, keys }
}
const refused = () => Promise.reject(new LatchkeyError('relay-refused'))
const late = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

describe('pairByLink', () => {
  test('default', async () => {
    const { wallet, link, topic, keys } = await setUp(late)
    await pairByLink(wallet, link)
    expect([...wallet.book.pairings.keys()]).toEqual([topic])
    expect([...keys]).toEqual([topic])
  })
  test('behavior: one relay is enough, even when another refuses first', async () => {
    const { wallet, link, topic } = await setUp(refused, late)
    await pairByLink(wallet, link)
    expect([...wallet.book.pairings.keys()]).toEqual([topic])
  })
  test('behavior: with none nothing is followed', async () => {
    const { wallet, link, keys } = await setUp(refused, refused)
    await expect(pairByLink(wallet, link)).rejects.toMatchObject({ code: 'relay-refused' })
    expect(wallet.book.pairings.size + keys.size).toBe(0)
    const without = await setUp()
    await expect(pairByLink(without.wallet, without.link)).rejects.toMatchObject({
      code: 'relay-unreachable',
    })
  })
})

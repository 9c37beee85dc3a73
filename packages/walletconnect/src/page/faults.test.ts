import { mockRelay, type RelayFaults } from '@latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { smallPage } from '../../test/small-page.ts'
import { account, smallWallet } from '../../test/small-wallet.ts'

/** Pairs, settles and asks once; resolves with the frames it took. */
async function connectAndAsk(relay: ReturnType<typeof mockRelay>): Promise<number> {
  const shop = await smallPage([relay])
  const wallet = await smallWallet({ url: shop.urls[0] ?? '', WebSocket: relay.WebSocket })
  onTestFinished(() => wallet.close())
  const { outcome, uri } = shop.start()
  const { settled } = await wallet.approve(await wallet.pair(await uri))
  const { session } = await outcome
  expect((await settled).result).toBe(true)
  const asked = session.request('eip155:1', 'personal_sign', ['0x', account])
  await wallet.answer(await wallet.next('wc_sessionRequest'), '0x1')
  expect(await asked).toBe('0x1')
  expect(wallet.heard).toEqual([])
  return relay.log.length
}

describe('the page over a faulty relay', () => {
  const cases: readonly Partial<RelayFaults>[] = [
    { duplicate: true },
    { reorder: true },
    { delayMs: 50 },
    { delayMs: 20, reorder: true, duplicate: true },
    { dropAcks: true },
    { classic: true },
    { numericIds: true },
  ]
  test.each(cases.map((faults) => [JSON.stringify(faults), faults] as const))(
    'behavior: %s',
    async (_, faults) => {
      await connectAndAsk(mockRelay(faults))
    },
  )

  test('behavior: the socket lost at each frame of a handshake and of a request', {
    timeout: 30_000,
  }, async () => {
    const frames = await connectAndAsk(mockRelay())
    expect(frames).toBeGreaterThan(20)
    await Promise.all(
      Array.from({ length: frames }, async (_, at) => {
        const relay = mockRelay()
        const stop = relay.onFrame(() => {
          if (relay.log.length !== at + 1) return undefined
          stop()
          relay.cut()
          return undefined
        })
        expect(
          await connectAndAsk(relay).catch((cause) => {
            throw new Error(`socket lost at frame ${at}`, { cause })
          }),
        ).toBeGreaterThan(at)
      }),
    )
  })

  test('behavior: foreign and oversized frames change nothing', async () => {
    const relay = mockRelay()
    relay.onFrame((direction) => {
      if (direction === 'in')
        for (const one of ['', '{', 'null', '[]', '{"id":1}', new ArrayBuffer(4)]) {
          relay.foreign(one)
        }
      return undefined
    })
    await connectAndAsk(relay)
  })
})

import { mockRelay } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { makeSeal, smallPage } from '../../test/small-page.ts'
import { smallWallet } from '../../test/small-wallet.ts'
import type { Seal } from '../contract.ts'
import { readWaitingEnd } from '../keep/waiting-end.ts'

describe('openPage', () => {
  test('behavior: relays are asked while the seal is still being opened; what is shown is kept', async () => {
    const relay = mockRelay()
    let open = (_: Seal): void => undefined
    const seal = new Promise<Seal>((resolve) => {
      open = resolve
    })
    const shop = await smallPage([relay], { seal })
    const { prompts, uri } = shop.start()
    await expect.poll(() => relay.methods()).toContain('wc_proposeSession')
    expect(prompts).toEqual([])
    open(await makeSeal())
    await uri
    expect(readWaitingEnd(shop.storage, 'shop')).toBeGreaterThan(Date.now())
  })

  test('behavior: a pairing is told to be alive before any session is', async () => {
    const relay = mockRelay()
    const shop = await smallPage([relay])
    const wallet = await smallWallet({ url: shop.urls[0] ?? '', WebSocket: relay.WebSocket })
    const { uri } = shop.start()
    const { topic } = await wallet.pair(await uri)
    const ping = { relay: wallet.relay, topic, method: 'wc_pairingPing', params: {} }
    expect(await wallet.channel.ask({ ...ping, expiresAt: Date.now() + 5000 })).toBe(true)
  })
})

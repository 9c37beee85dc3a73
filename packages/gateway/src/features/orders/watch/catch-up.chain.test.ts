import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderOptions } from '../../../data/order-schema.ts'
import type { Database } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import {
  assetOf,
  coin,
  merchant,
  type OrderWorld,
  type Payers,
  payersOf,
  startOrderWorld,
  transferData,
} from '../../../test/order-world.ts'

const amount = 10n ** 15n

describeDatabases('a gateway that was away', (open) => {
  const made = {} as { database: Database; devnet: EvmDevnet; payers: Payers }
  const begin = (pollMs: number): Promise<OrderWorld> =>
    startOrderWorld({ ...made, orders: { pollMs, logRange: 7 } })
  beforeAll(async () => {
    made.database = await open()
    made.devnet = await startEvmDevnet()
    made.payers = payersOf(made.devnet)
  }, 120_000)
  afterAll(() => made.devnet?.stop())

  test.each([
    ['before it looked at the chain for the order', 600_000, false],
    ['after it looked at the chain for the order', 100, true],
  ])(
    'behavior: that ended %s finds what was paid hundreds of blocks ago',
    async (_, pollMs, isScanned) => {
      const first = await begin(pollMs)
      const { usdc } = made.devnet.addresses
      const byCoin = await first.create({
        accepts: [{ asset: coin, to: merchant, amount: `${amount}` }],
      })
      const byToken = await first.create({
        accepts: [{ asset: assetOf(usdc), to: merchant, amount: '1000' }],
        expiresInSeconds: 60,
      })
      const scanned = async () =>
        (await made.database.db.select().from(orderOptions))
          .filter(({ orderId }) => [byCoin.id, byToken.id].includes(orderId))
          .map((option) => option.isScanned)
      await expect.poll(scanned).toEqual([isScanned, isScanned])
      await first.stop()

      await made.payers.send(1, { to: merchant, data: `0x${byCoin.id}`, value: amount })
      await made.payers.send(1, { to: usdc, data: transferData(merchant, 1_000n, byToken.id) })
      await made.payers.mine(300)
      const second = await begin(100)
      await second.until(byCoin.id, 'settled')
      await second.until(byToken.id, 'settled')
      await second.stop()
    },
  )

  test('behavior: a payment in time counts although the time was over when the gateway came back', async () => {
    const first = await begin(100)
    const order = await first.create({
      accepts: [{ asset: coin, to: merchant, amount: `${amount}` }],
      expiresInSeconds: 60,
    })
    await first.stop()
    await made.payers.send(1, { to: merchant, data: `0x${order.id}`, value: amount })
    await made.payers.mine(5)
    const second = await startOrderWorld({
      ...made,
      orders: { pollMs: 100 },
      clock: { offsetMs: 120_000 },
    })
    await second.until(order.id, 'settled')
    await second.stop()
  })
})

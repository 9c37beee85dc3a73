import { OutScript, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseCoins, minAmountFor } from './choose-coins.ts'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const key = Uint8Array.from(
  Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
)
const payments = {
  p2wpkh: p2wpkh(key, network),
  p2sh: p2sh(p2wpkh(key, network), network),
  p2tr: p2tr(key.slice(1), undefined, network),
} as const
const kinds = Object.keys(payments) as (keyof typeof payments)[]
const to = payments.p2wpkh.address ?? ''

/**
 * As Bitcoin Core reckons (`GetDustThreshold`): three satoshi for each byte that an output takes,
 * and that spending it would.
 */
function dustOf(kind: keyof typeof payments): bigint {
  const { script } = payments[kind]
  const isWitness = kind !== 'p2sh'
  expect(OutScript.decode(script).type).toBe({ p2wpkh: 'wpkh', p2sh: 'sh', p2tr: 'tr' }[kind])
  return BigInt(3 * (8 + 1 + script.length + (isWitness ? 67 : 148)))
}

describe('chooseCoins', () => {
  test.each(kinds)(
    'behavior: %s: no change is made that nodes would not pass on, and what there is adds up',
    (kind) => {
      const from = payments[kind].address ?? ''
      const dust = dustOf(kind)
      expect(minAmountFor(from, network)).toBe(dust)
      const seen = { change: 0, none: 0 }
      const value = 50_000n
      // What is left over runs from nothing to a good deal more than dust.
      for (let left = 0n; left <= 1200n; left += 5n) {
        const recipients = [{ address: to, amount: value - left }]
        const coins = [{ txid: 'ab'.repeat(32), vout: 0, value, isConfirmed: true }]
        const found = chooseCoins({ coins, from, recipients, rate: 1, network })
        if (!found) continue
        seen[found.change > 0n ? 'change' : 'none']++
        if (found.change > 0n) expect(found.change).toBeGreaterThanOrEqual(dust)
        expect(found.change + found.fee).toBe(left)
      }
      expect(Math.min(seen.change, seen.none)).toBeGreaterThan(20)
    },
  )

  test('behavior: at any rate and of any coins', () => {
    const coin = fc.record({
      vout: fc.nat(1000),
      value: fc.bigInt(1001n, 60_000n),
      isConfirmed: fc.boolean(),
    })
    const coins = fc.uniqueArray(coin, { selector: ({ vout }) => vout, minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        coins,
        fc.bigInt(600n, 100_000n),
        fc.integer({ min: 1, max: 40 }),
        (kind, all, amount, rate) => {
          const from = payments[kind].address ?? ''
          const recipients = [{ address: to, amount }]
          const mine = all.map((one) => ({ ...one, txid: 'cd'.repeat(32) }))
          const found = chooseCoins({ coins: mine, from, recipients, rate, network })
          if (!found) return
          expect(found.change === 0n || found.change >= dustOf(kind)).toBe(true)
          const paid = found.inputs.reduce((sum, { value }) => sum + value, 0n)
          expect(paid - found.change - found.fee).toBe(amount)
        },
      ),
    )
  })
})

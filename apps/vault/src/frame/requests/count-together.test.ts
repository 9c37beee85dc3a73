import { describe, expect, test } from 'vitest'
import { limitForChain, spentUnderLimit } from './count-together.ts'

const [main, dev, evm, other] = ['solana:main', 'solana:dev', 'eip155:1', 'eip155:2'] as const
const rpc = Object.fromEntries(
  [main, dev, evm, other].map((chain) => [chain, 'https://vault.example/rpc']),
)

describe('limitOn', () => {
  test('default: a chain’s own; none where the operator said nothing', () => {
    expect(limitForChain({ rpc, limits: { [evm]: '7' } }, evm)).toBe(7n)
    expect(limitForChain({ rpc, limits: { [evm]: '7' } }, other)).toBe(0n)
  })

  test('behavior: of Solana’s networks the smallest is everyone’s', () => {
    for (const chain of [main, dev]) {
      expect(limitForChain({ rpc, limits: { [main]: '5', [dev]: '9000' } }, chain)).toBe(5n)
      expect(limitForChain({ rpc, limits: { [dev]: '9000' } }, chain)).toBe(0n)
    }
    expect(
      limitForChain(
        { rpc: { [dev]: 'https://vault.example/rpc' }, limits: { [dev]: '9000' } },
        dev,
      ),
    ).toBe(9000n)
  })
})

describe('spentOn', () => {
  test('default: of Solana all networks together, else each chain for itself', () => {
    const spent = { [main]: '1', [dev]: '2', [evm]: '3', [other]: '4' }
    expect([main, dev, evm, other].map((chain) => spentUnderLimit(spent, chain))).toEqual([
      3n,
      3n,
      3n,
      4n,
    ])
  })
})

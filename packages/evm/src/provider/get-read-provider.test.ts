import { describe, expect, test, vi } from 'vitest'
import { kitWithWallet } from '../../test/connected-kit.ts'
import { devnet } from '../../test/fixture.ts'
import { getReadProvider } from './get-read-provider.ts'

describe('getReadProvider', () => {
  test('default: the owner’s node is asked, on the chain of the provider', async () => {
    const { kit, stop } = kitWithWallet()
    const answer = Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' })
    const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer)
    try {
      const provider = getReadProvider(kit, { chain: devnet.id })
      expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
      expect(String(fetching.mock.calls[0]?.[0])).toContain('127.0.0.1:1')
    } finally {
      fetching.mockRestore()
      stop()
    }
  })

  test.each(['eip155:137', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const)(
    'behavior: %s, which the kit does not have, throws chain-unsupported',
    (chain) => {
      const { kit, stop } = kitWithWallet()
      expect(() => getReadProvider(kit, { chain })).toThrow(
        expect.objectContaining({ code: 'chain-unsupported' }),
      )
      stop()
    },
  )
})

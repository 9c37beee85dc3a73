import type { Kit } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { assetOfSoldCoin } from './asset-of-sold-coin.ts'

const chain = 'test:1'
const kit = {
  chains: [{ id: chain }],
  adapters: {
    test: {
      nativeAsset: () => ({ id: 'test:1/slip44:60', name: 'Ether', symbol: 'ETH', decimals: 18 }),
      tokenId: (_: string, address: string) =>
        address.startsWith('0x') ? `test:1/erc20:${address}` : null,
    },
  },
} as unknown as Kit
const sold = (symbol: string, contract_address = '') => ({
  symbol,
  networks: [{ name: 'one', display_name: 'One', chain_id: '1', contract_address }],
})

describe('coinOf', () => {
  it('default: the coin of the chain, a token by its contract', () => {
    expect(assetOfSoldCoin(kit, chain, sold('eth'))).toEqual({
      id: 'test:1/slip44:60',
      symbol: 'eth',
    })
    expect(assetOfSoldCoin(kit, chain, sold('USDC', '0xab'))).toEqual({
      id: 'test:1/erc20:0xab',
      symbol: 'USDC',
    })
  })

  it('behavior: what is called like the coin and has a contract is a token; what has none is only a name', () => {
    expect(assetOfSoldCoin(kit, chain, sold('ETH', '0xab')).id).toBe('test:1/erc20:0xab')
    expect(assetOfSoldCoin(kit, chain, sold('USDC', 'elsewhere')).id).toBe('test:1/token:USDC')
    expect(assetOfSoldCoin(kit, 'other:1', sold('ETH')).id).toBe('other:1/token:ETH')
  })
})

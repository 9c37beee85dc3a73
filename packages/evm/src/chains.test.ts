import { mainnet, sepolia } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { chain, nativeAsset } from './chains.ts'

describe('chain', () => {
  test('default', () => {
    expect(chain(mainnet)).toEqual({
      id: 'eip155:1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [],
      explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
      contracts: expect.objectContaining({
        multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
      }),
    })
    expect(chain(mainnet).contracts?.ensUniversalResolver).toMatch(/^0x/)
    expect(chain(sepolia).testnet).toBe(true)
  })

  test('parameters: rpcUrls', () => {
    expect(chain(mainnet, { rpcUrls: ['https://rpc.example'] }).rpcUrls).toEqual([
      'https://rpc.example',
    ])
  })
})

describe('nativeAsset', () => {
  test('default', () => {
    const asset = { id: 'eip155:1/slip44:60', name: 'Ether', symbol: 'ETH', decimals: 18 }
    expect(nativeAsset(chain(mainnet))).toEqual(asset)
  })
})

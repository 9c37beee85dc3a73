import { isChainId } from '@latchkey/protocol'
import { describe, expect, it } from 'vitest'
import * as all from './networks.gen.ts'
import { base, mainnet, networks, sepolia } from './networks.gen.ts'

describe('networks', () => {
  it('default', () => {
    expect(networks[0]).toBe(mainnet)
    expect(mainnet).toEqual({
      id: 'eip155:1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [],
      explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
      contracts: {
        multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
        ensUniversalResolver: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee',
      },
    })
    expect(base.id).toBe('eip155:8453')
    expect(sepolia.testnet).toBe(true)
  })

  it('behavior: each has an export of its own, a CAIP-2 id and no public RPC', () => {
    const single = Object.values(all).filter((one) => one !== networks)
    expect(new Set(single)).toEqual(new Set(networks))
    expect(new Set(networks.map((chain) => chain.id)).size).toBe(networks.length)
    for (const chain of networks) {
      expect(isChainId(chain.id), chain.id).toBe(true)
      expect(chain.rpcUrls, chain.id).toEqual([])
    }
  })

  it('behavior: the families beside eip155', () => {
    expect(
      networks.filter((chain) => !chain.id.startsWith('eip155:')).map((chain) => chain.id),
    ).toEqual([
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'bip122:000000000019d6689c085ae165831e93',
      'stacks:1',
    ])
  })
})

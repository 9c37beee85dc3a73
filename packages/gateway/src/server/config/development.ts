import type { z } from 'zod'
import type { configSchema } from '../../base/config/schema.ts'
import {
  defaultVault,
  developmentVault,
  generousMailLimits,
  type LocalVault,
} from './development-vault.ts'

/**
 * A key that everybody knows: only the resolver contract of the local devnet accepts its
 * signatures. Refused in production.
 */
export const developmentNamesKey =
  '0x1a7c4ce900000000000000000000000000000000000000000000000000031337'

/** URLs of the nodes of the other local chains; each of them may be down. */
export interface LocalNodes {
  readonly solana: string
  readonly bitcoin: string
  readonly stacks: string
}

const defaultNodes: LocalNodes = {
  solana: 'http://127.0.0.1:8899',
  bitcoin: 'http://127.0.0.1:3002',
  stacks: 'http://127.0.0.1:3999',
}

/**
 * Creates the configuration of a gateway that has no configuration file, outside production: it
 * uses the local devnets and has the project `demo`.
 * @param node - URL of the local EVM node
 * @param sandbox - URL of the server of the demo payment page and the demo exchange
 */
export function developmentConfig(
  node: string,
  sandbox = 'http://127.0.0.1:4306',
  localNodes: LocalNodes = defaultNodes,
  vault: LocalVault = defaultVault,
): z.input<typeof configSchema> {
  return {
    chains: [
      {
        id: 'eip155:31337',
        name: 'Latchkey Devnet',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [node],
        testnet: false,
        contracts: {
          multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
          ensUniversalResolver: '0x527a92D207dF658279137E0ABB19Ce02389D4100',
        },
        index: { fromBlock: 0, pollMs: 500, internal: 'trace' },
      },
      {
        id: 'solana:localnet',
        name: 'Solana Local',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        rpcUrls: [localNodes.solana],
        testnet: true,
      },
      {
        id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
        name: 'Bitcoin Local',
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        rpcUrls: [localNodes.bitcoin],
        testnet: true,
      },
      {
        id: 'stacks:2155905152',
        name: 'Stacks Local',
        nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
        rpcUrls: [localNodes.stacks],
        testnet: true,
      },
    ],
    tokens: [
      {
        id: 'eip155:31337/erc20:0x3086A80BE9a0003318A7002D5f5C0EEc851CD356',
        name: 'Latch Token',
        symbol: 'LATCH',
        decimals: 18,
      },
      {
        id: 'eip155:31337/erc20:0xeC46FE249Ede51238819A346cf9e8dEf314408E4',
        name: 'USD Coin (devnet)',
        symbol: 'USDC',
        decimals: 6,
      },
      {
        id: 'solana:localnet/token:7vbxF46dH8x6waU7BEkLv8BQumx9kAsvpTC3XMPpYB2A',
        name: 'USD Coin (devnet)',
        symbol: 'USDC',
        decimals: 6,
      },
      {
        id: 'solana:localnet/token:Bv7utzQhjKus69tChTXJDNxh11BN8JTNuRAWmzRZBaxX',
        name: 'Latch Token',
        symbol: 'LATCH',
        decimals: 9,
      },
      {
        id: 'stacks:2155905152/sip010:ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R.latch-token.latch',
        name: 'Latch Token',
        symbol: 'LATCH',
        decimals: 6,
      },
    ],
    prices: {
      pools: [
        {
          chain: 'eip155:31337',
          address: '0xdE3a78E440622991F9461954fC96404C922E55BB',
          asset: 'eip155:31337/slip44:60',
          against: 'eip155:31337/erc20:0xeC46FE249Ede51238819A346cf9e8dEf314408E4',
        },
        {
          chain: 'eip155:31337',
          address: '0x0E93283d832eAD8d402c2CE989dE4c822c10aA5f',
          asset: 'eip155:31337/erc20:0x3086A80BE9a0003318A7002D5f5C0EEc851CD356',
          against: 'eip155:31337/slip44:60',
        },
      ],
      dollars: ['eip155:31337/erc20:0xeC46FE249Ede51238819A346cf9e8dEf314408E4'],
      windowMs: 0,
      everyMs: 1_000,
      // Invented exchange rates, so that a page can show values in another currency without an
      // external rate service.
      rates: { eur: '0.92', gbp: '0.79', aud: '1.52', cad: '1.38', inr: '84', jpy: '150' },
    },
    swap: {
      routers: [
        {
          chain: 'eip155:31337',
          name: 'Devnet pools',
          factory: '0xe17a6A26Cac8DaF9ce0eE593481b13961E136d77',
          router: '0x958eD30B0cfCf239446B831b3109f73565463bdF',
          wrapped: '0xA8C267f89Ab689D7d15F03328a1Ae2df6519c80a',
        },
      ],
    },
    onramp: { sandbox: { url: sandbox, chains: ['eip155:31337'] } },
    exchanges: { sandbox: { url: sandbox, chains: ['eip155:31337'] } },
    names: { zone: 'latchkey.eth', key: developmentNamesKey },
    // Port 0 turns the local vault off.
    ...(vault.port !== 0 && { vault: developmentVault(vault, node) }),
    emailCapture: generousMailLimits,
    signIn: {},
    projects: [{ id: 'demo', analytics: true }],
    rateLimit: { capacity: 2000, refillPerSecond: 200 },
  }
}

/** A network with the vault's own name for it. A name that the page gives is never shown. */
export interface Network {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const evmNetwork = (name: string, symbol = 'ETH'): Network => ({ name, symbol, decimals: 18 })

const knownNetworks: Readonly<Record<string, Network>> = {
  'eip155:1': evmNetwork('Ethereum'),
  'eip155:10': evmNetwork('OP Mainnet'),
  'eip155:56': evmNetwork('BNB Smart Chain', 'BNB'),
  'eip155:100': evmNetwork('Gnosis', 'xDAI'),
  'eip155:137': evmNetwork('Polygon', 'POL'),
  'eip155:324': evmNetwork('ZKsync Era'),
  'eip155:8453': evmNetwork('Base'),
  'eip155:31337': evmNetwork('Latchkey Devnet'),
  'eip155:42161': evmNetwork('Arbitrum One'),
  'eip155:43114': evmNetwork('Avalanche', 'AVAX'),
  'eip155:59144': evmNetwork('Linea'),
  'eip155:11155111': evmNetwork('Sepolia (test)'),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { name: 'Solana', symbol: 'SOL', decimals: 9 },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': {
    name: 'Solana Devnet (test)',
    symbol: 'SOL',
    decimals: 9,
  },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': {
    name: 'Solana Testnet (test)',
    symbol: 'SOL',
    decimals: 9,
  },
  'bip122:000000000019d6689c085ae165831e93': { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  'bip122:00000000da84f2bafbbc53dee25a72ae': {
    name: 'Bitcoin Testnet 4 (test)',
    symbol: 'tBTC',
    decimals: 8,
  },
  'bip122:00000008819873e925422c1ff0f99f7c': {
    name: 'Bitcoin Signet (test)',
    symbol: 'sBTC',
    decimals: 8,
  },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': {
    name: 'Bitcoin Regtest (test)',
    symbol: 'rBTC',
    decimals: 8,
  },
}

const networkFamilies: Readonly<Record<string, Omit<Network, 'name'>>> = {
  eip155: { symbol: 'of its coin', decimals: 18 },
  solana: { symbol: 'SOL', decimals: 9 },
  bip122: { symbol: 'BTC', decimals: 8 },
}

/** The network of a CAIP-2 id; an unknown one is shown by its id. */
export function networkOfChain(chain: string): Network {
  if (Object.hasOwn(knownNetworks, chain)) return knownNetworks[chain] as Network
  const family = chain.slice(0, chain.indexOf(':'))
  const familyFields = Object.hasOwn(networkFamilies, family) ? networkFamilies[family] : undefined
  return { name: chain.slice(0, 64), ...(familyFields ?? { symbol: 'base units', decimals: 0 }) }
}

import type { Asset, Chain } from '@latchkey/protocol'

/** The devnet's own chain id, so that none of its signatures is valid on a public network. */
export const stacksDevnetChainId = 0x80808080

/** Address that deploys the devnet's contracts: the first account of the usual test mnemonic. */
export const stacksDeployer = 'ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R'

/**
 * The Stacks devnet's `Chain` object for a kit, gateway or wallet; `url` is the base address of its
 * REST server.
 */
export function stacksDevnetChain(url = 'http://localhost:3999'): Chain {
  return {
    id: `stacks:${stacksDevnetChainId}`,
    name: 'Stacks Local',
    nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
    rpcUrls: [url],
    testnet: true,
  }
}

/** The devnet's SIP-10 token, as an operator lists tokens in a gateway's configuration. */
export const stacksDevnetTokens: readonly Asset[] = [
  {
    id: `stacks:${stacksDevnetChainId}/sip010:${stacksDeployer}.latch-token.latch`,
    name: 'Latch Token',
    symbol: 'LATCH',
    decimals: 6,
  },
]

/** Id of the devnet's SIP-9 collection: `ADDRESS.contract::token`. */
export const stacksDevnetCollection: string = `${stacksDeployer}.latch-keys::latch-keys`

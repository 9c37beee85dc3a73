import type { Asset, Chain } from '@latchkey/protocol'

/** A chain id of its own, so that no signature is valid on a public network. */
export const stacksDevnetChainId = 0x80808080

/** Deployer of the devnet's contracts: the first account of the usual test mnemonic. */
export const stacksDeployer = 'ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R'

/**
 * The devnet in the form for a kit, gateway or wallet; `url` is the base address of its REST
 * server.
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

/** The SIP-10 token of the devnet, in the form of an operator's list. */
export const stacksDevnetTokens: readonly Asset[] = [
  {
    id: `stacks:${stacksDevnetChainId}/sip010:${stacksDeployer}.latch-token.latch`,
    name: 'Latch Token',
    symbol: 'LATCH',
    decimals: 6,
  },
]

/** The SIP-9 collection of the devnet: `ADDRESS.contract::token`. */
export const stacksDevnetCollection: string = `${stacksDeployer}.latch-keys::latch-keys`

import type { Asset, Chain } from '@latchkey/protocol'

/** Of its own: no wallet may sign for a public network by mistake. */
export const stacksDevnetChainId = 0x80808080

/** Who deployed the contracts of the devnet: the first account of the usual test words. */
export const stacksDeployer = 'ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R'

/** The devnet as a kit, a gateway or a wallet wants it; `url` is the base of its REST server. */
export function stacksDevnetChain(url = 'http://localhost:3999'): Chain {
  return {
    id: `stacks:${stacksDevnetChainId}`,
    name: 'Stacks Local',
    nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
    rpcUrls: [url],
    testnet: true,
  }
}

/** The SIP-10 token of the devnet, as an operator would list it. */
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

/** The variable in which a gateway reads the nodes of a chain: `LATCHKEY_RPC_URLS_eip155_1`. */
export function nameNodesVariable(chainId: string): string {
  return `LATCHKEY_RPC_URLS_${chainId.replace(/[^a-z\d]/gi, '_')}`
}

/**
 * Name of the environment variable with a chain's RPC URLs for the gateway, such as
 * `LATCHKEY_RPC_URLS_eip155_1`.
 */
export function nameNodesVariable(chainId: string): string {
  return `LATCHKEY_RPC_URLS_${chainId.replace(/[^a-z\d]/gi, '_')}`
}

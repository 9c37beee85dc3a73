/** Names of nodes' own administration and of what only a developer's node has. */
const adminMethod =
  /^(?:admin|anvil|bor|clique|debug|engine|erigon|evm|ganache|hardhat|les|miner|otterscan|ots|parity|personal|shh|tenderly|trace|txpool|wallet)_/i

/** Whether a method is a node's own administration, whatever the chain. */
export function isAdminMethod(method: string): boolean {
  return adminMethod.test(method)
}

/**
 * Pattern of the names of administrative methods, and of methods that only developer nodes have.
 */
const adminMethod =
  /^(?:admin|anvil|bor|clique|debug|engine|erigon|evm|ganache|hardhat|les|miner|otterscan|ots|parity|personal|shh|tenderly|trace|txpool|wallet)_/i

/** Whether a method is administrative, on any chain. */
export function isAdminMethod(method: string): boolean {
  return adminMethod.test(method)
}

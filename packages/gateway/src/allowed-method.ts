import { type ChainId, namespaceOf } from '@latchkey/protocol'

/** Names of nodes' own administration and of what only a developer's node has. */
const adminMethod =
  /^(?:admin|anvil|bor|clique|debug|engine|erigon|evm|ganache|hardhat|les|miner|otterscan|ots|parity|personal|shh|tenderly|trace|txpool|wallet)_/i
/** Public methods of EVM nodes. */
const publicEvmMethod = /^(?:eth|net|web3)_[a-z\d]+$/i
/** Would sign or send with keys a node holds, or mine. */
const nodeKeyMethod =
  /^eth_(?:accounts|coinbase|mining|hashrate|getWork|submitWork|submitHashrate|sign|signTransaction|signTypedData\w*|sendTransaction|sendUnsignedTransaction|resend|pendingTransactions)$/i

/** Whether a page may ask a node for `method`; `extra` are the operator's own additions, exact names. */
export function isAllowedMethod(chain: ChainId, method: string, extra: readonly string[] = []): boolean {
  if (extra.includes(method)) return true
  if (adminMethod.test(method) || nodeKeyMethod.test(method)) return false
  return namespaceOf(chain) !== 'eip155' || publicEvmMethod.test(method)
}

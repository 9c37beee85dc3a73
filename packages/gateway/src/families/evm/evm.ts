import { isAddress } from 'viem'
import { isAdminMethod } from '../admin-method.ts'
import type { Family } from '../family.ts'

/** Public methods of EVM nodes. */
const publicMethod = /^(?:eth|net|web3)_[a-z\d]+$/i
/** Would sign or send with keys a node holds, or mine. */
const nodeKeyMethod =
  /^eth_(?:accounts|coinbase|mining|hashrate|getWork|submitWork|submitHashrate|sign|signTransaction|signTypedData\w*|sendTransaction|sendUnsignedTransaction|resend|pendingTransactions)$/i
/** Stands for the coin where a token is named (facts 1.4). */
const coinPattern = /^0xe{40}$/i

const isEvmAddress = (text: string): boolean => isAddress(text, { strict: false })

/** Ethereum-like chains. */
export const evm: Family = {
  namespace: 'eip155',
  nodes: 'rpc',
  coin: 'slip44:60',
  hasNames: true,
  hasGasPrice: true,
  isAddress: isEvmAddress,
  normal: (address) => address.toLowerCase(),
  tokenOf: (chain, address) => (isEvmAddress(address) ? `${chain}/erc20:${address.toLowerCase()}` : undefined),
  isAllowed: ({ method }) => publicMethod.test(method) && !nodeKeyMethod.test(method) && !isAdminMethod(method),
  also(address) {
    if (!isEvmAddress(address)) return undefined
    return coinPattern.test(address) ? '' : address.toLowerCase()
  },
}

import { isAddress } from 'viem'
import { isAdminMethod } from '../shared/admin-method.ts'
import type { Family } from '../shared/family.ts'

/** Pattern of the methods of EVM nodes that pages may call. */
const publicMethod = /^(?:eth|net|web3)_[a-z\d]+$/i
/** Excluded node methods: they sign or send with the node's own keys, or belong to mining. */
const nodeKeyMethod =
  /^eth_(?:accounts|coinbase|mining|hashrate|getWork|submitWork|submitHashrate|sign|signTransaction|signTypedData\w*|sendTransaction|sendUnsignedTransaction|resend|pendingTransactions)$/i
const isEvmAddress = (text: string): boolean => isAddress(text, { strict: false })

/** The chain family of Ethereum and the chains that work like it. */
export const evm: Family = {
  namespace: 'eip155',
  nodes: 'rpc',
  coin: 'slip44:60',
  coinAddress: `0x${'e'.repeat(40)}`,
  hasNames: true,
  hasGasPrice: true,
  isAddress: isEvmAddress,
  normal: (address) => address.toLowerCase(),
  tokenOf: (chain, address) =>
    isEvmAddress(address) ? `${chain}/erc20:${address.toLowerCase()}` : undefined,
  isAllowed: ({ method }) =>
    publicMethod.test(method) && !nodeKeyMethod.test(method) && !isAdminMethod(method),
  also: (address) => (isEvmAddress(address) ? address.toLowerCase() : undefined),
}

import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { encodeBatch, type PlainCall } from '../../decode/evm/abi-calls.ts'
import { type BatchTransaction, zeroAddress } from '../../decode/evm/smart-forms.ts'
import type { CallServer } from '../requests/call-node.ts'
import { askQuantity, gasLimitWithMargin, hexQuantity, readFees } from '../requests/complete-evm.ts'
import type { SmartAccount } from './account.ts'
import type { SmartNode } from './node.ts'

/** Upper limit of the gas that one authorisation costs (EIP-7702). */
const authorizationGas = 25_000n

/** Whether the wallet's EOA already runs the code of the operator's delegate (EIP-7702). */
export async function isDelegated(
  { owner, says }: SmartAccount,
  smartNode: SmartNode,
): Promise<boolean> {
  return (
    says.delegate !== undefined &&
    (await smartNode.readCode(owner)) === delegationCode(says.delegate)
  )
}

/**
 * Turns calls of the wallet's EOA into one transaction that the EOA sends to itself (ERC-7821). It
 * contains an authorisation of the operator's delegate when the EOA does not run the delegate's
 * code yet.
 * @throws the node's errors
 */
export async function completeBatch(
  calls: readonly PlainCall[],
  account: SmartAccount,
  smartNode: SmartNode,
): Promise<readonly [BatchTransaction]> {
  const { owner, says, chain } = account
  if (!says.delegate) throw new LatchkeyError('wallet-atomicity-unsupported', { sourceCode: 5760 })
  const hasDelegation = await isDelegated(account, smartNode)
  const delegate = hasDelegation ? undefined : says.delegate
  return completeOwnTransaction(
    { chain, owner, data: encodeBatch(calls), delegate },
    smartNode.node,
  )
}

/**
 * Adds nonce, gas and fees to a transaction that the wallet's EOA sends to itself.
 * @param ownTransaction.delegate - the delegate to set first, `nobody` to remove it; undefined to
 * leave it unchanged
 * @throws the node's errors
 */
export async function completeOwnTransaction(
  ownTransaction: {
    readonly chain: ChainId
    readonly owner: string
    readonly data: string
    readonly delegate: string | undefined
  },
  node: CallServer,
): Promise<readonly [BatchTransaction]> {
  const { chain, owner, data, delegate } = ownTransaction
  const readQuantity = askQuantity(chain, (_, method, params) => node(method, params))
  const sender = owner.toLowerCase()
  const call = { from: sender, to: sender, value: '0x0' as const, data }
  const [nonce, fees] = await Promise.all([
    readQuantity('eth_getTransactionCount', [owner, 'pending']),
    readFees({}, readQuantity, () => node('eth_getBlockByNumber', ['latest', false])),
  ])
  // The estimate assumes that the account runs the delegate already, because the authorisation is
  // not signed before the visitor has approved.
  const stateOverride =
    delegate === undefined ? [] : ['latest', { [sender]: { code: delegationCode(delegate) } }]
  const gas = await readQuantity('eth_estimateGas', [call, ...stateOverride])
  const feePerGas = fees.maxFeePerGas ?? fees.gasPrice ?? '0x0'
  const chainId = hexQuantity(BigInt(chain.slice('eip155:'.length)))
  const transaction: BatchTransaction = {
    ...call,
    nonce: hexQuantity(nonce),
    gas: hexQuantity(gasLimitWithMargin(gas) + (delegate === undefined ? 0n : authorizationGas)),
    maxFeePerGas: feePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas ?? feePerGas,
    chainId,
  }
  if (delegate === undefined) return [transaction]
  return [
    {
      ...transaction,
      authorizationList: [{ address: delegate, chainId, nonce: hexQuantity(nonce + 1n) }],
    },
  ]
}

/**
 * The code that an EOA has while it delegates to `delegate` (EIP-7702); `0x` for the zero address.
 */
function delegationCode(delegate: string): string {
  return delegate === zeroAddress ? '0x' : `0xef0100${delegate.slice(2).toLowerCase()}`
}

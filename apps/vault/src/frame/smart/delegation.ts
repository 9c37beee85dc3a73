import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { ReadDelegation } from '@latchkey/protocol/vault'
import { endingMethod, zeroAddress } from '../../decode/evm/smart-forms.ts'
import { evmAddress, isRecord, ownField, parseQuantity } from '../../decode/shapes.ts'
import type { ShownRequest } from '../../payload-hash.ts'
import type { CallNode, CallServer } from '../requests/call-node.ts'
import { completeOwnTransaction } from './batch.ts'

/** The wallet's EOA on a chain, with the delegate that its code may come from (EIP-7702). */
export interface OwnAccount {
  readonly chain: ChainId
  readonly address: string
  /** The delegate contract that the operator names for the chain. */
  readonly delegate: string | undefined
}

/**
 * Reads from the chain which code the account runs (EIP-7702).
 * @throws `rpc-invalid-params` | `wallet-unauthorized` (4100) for another account | the node's
 *   errors
 */
export async function readDelegation(
  params: unknown,
  account: OwnAccount,
  node: CallNode,
): Promise<ReadDelegation['result']> {
  const { chain, address, delegate } = account
  const [asked] = Array.isArray(params) ? (params as unknown[]) : []
  const [from, chainId] = isRecord(asked)
    ? [evmAddress(ownField(asked, 'from')), parseQuantity(ownField(asked, 'chainId'))]
    : []
  if (!from || `eip155:${chainId}` !== chain)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'from or chainId' })
  if (from !== address.toLowerCase())
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  const accountCode = await node(chain, 'eth_getCode', [address, 'latest'])
  if (typeof accountCode !== 'string')
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'eth_getCode' })
  const [, digits] = /^0xef0100([0-9a-f]{40})$/i.exec(accountCode) ?? []
  const delegateAddress = digits === undefined ? null : `0x${digits.toLowerCase()}`
  return {
    to: delegateAddress,
    isOwners: delegateAddress !== null && delegateAddress === delegate?.toLowerCase(),
  }
}

/**
 * Makes the transaction that ends an EOA's delegation, on this chain only and without any call.
 * @throws what `readDelegation` throws | `rpc-invalid-params` when the account runs no code
 */
export async function endDelegation(
  params: unknown,
  account: OwnAccount,
  node: CallNode,
): Promise<ShownRequest> {
  const { chain, address: owner } = account
  const { to: delegateAddress } = await readDelegation(params, account, node)
  if (delegateAddress === null)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'the account runs no code' })
  const callChain: CallServer = (method, values) => node(chain, method, values)
  return {
    chain,
    method: endingMethod,
    params: await completeOwnTransaction(
      { chain, owner, data: '0x', delegate: zeroAddress },
      callChain,
    ),
  }
}

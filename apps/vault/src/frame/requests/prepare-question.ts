import { LatchkeyError } from '@latchkey/protocol'
import { readOnNetwork } from '../../decode/solana/network.ts'
import type { ShownRequest } from '../../payload-hash.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import type { Question } from '../approval/open-approvals.ts'
import type { SmartAccount } from '../smart/account.ts'
import type { Vault } from '../vault.ts'
import { outgoingAmount } from './barred.ts'
import type { CallNode } from './call-node.ts'
import type { SmallPayments } from './open-small-payments.ts'
import { isOverLimit, readLimit } from './recovery-limit.ts'

/** A request of the page that the visitor must be asked about. */
export interface PendingRequest {
  readonly account: string
  readonly smart: SmartAccount | undefined
  readonly make: () => Promise<ShownRequest>
  /** The method that the page called. */
  readonly method: string
}

/**
 * Prepares what the visitor is asked: the request that would be signed, its meaning, and whether it
 * must wait for recovery or may be approved in the frame.
 * @throws `rpc-invalid-params` for what cannot be read or is disguised | what `make` throws
 */
export async function prepareQuestion(
  { account, smart, make, method }: PendingRequest,
  {
    vault,
    signIn,
    node,
    smallPayments,
  }: {
    readonly vault: Vault
    readonly signIn: SignIn
    readonly node: CallNode
    readonly smallPayments: SmallPayments
  },
): Promise<Question> {
  const shownRequest = await make()
  const owner = smart?.owner
  const approvalRequest = {
    ...shownRequest,
    account,
    site: vault.site,
    now: Date.now(),
    ...(smart && { smart: { ...smart.says, owner: smart.owner } }),
  }
  const reading = await readOnNetwork(approvalRequest, (nodeMethod, values) =>
    node(shownRequest.chain, nodeMethod, values),
  )
  if (reading.kind === 'unreadable')
    throw new LatchkeyError('rpc-invalid-params', { reason: reading.reason })
  if (account !== smart?.address) refuseDisguisedRequest(shownRequest.method, reading)
  const limit = await readLimit(vault, signIn, shownRequest.chain)
  const isBarred =
    limit !== undefined &&
    (await isOverLimit(vault, {
      limit,
      chain: shownRequest.chain,
      leavingAmount: outgoingAmount(reading, account),
    }))
  const smallSum = isBarred
    ? null
    : await smallPayments.readSum({ chain: shownRequest.chain, method, account, reading })
  const extraFields = {
    ...(owner && { owner }),
    ...(limit !== undefined && { limit }),
    ...(smallSum && { small: smallSum }),
  }
  return { method, shown: shownRequest, account, reading, isBarred, ...extraFields }
}

/**
 * Refuses to sign messages of 32 bytes and nested typed data. A message of 32 bytes may be the hash
 * of a user operation, and nested typed data is how contract accounts sign messages, so the key's
 * signature could be valid for the contract account.
 * @throws `rpc-invalid-params`
 */
function refuseDisguisedRequest(method: string, reading: Question['reading']): void {
  const isHash = method === 'personal_sign' && 'bytes' in reading && reading.bytes.length === 66
  const isNestedTypedData =
    reading.kind === 'typed' && /^(PersonalSign|TypedDataSign)$/.test(reading.primaryType)
  if (isHash || isNestedTypedData)
    throw new LatchkeyError('rpc-invalid-params', {
      reason: 'it could be signed for another account',
    })
}

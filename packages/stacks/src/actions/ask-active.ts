import type { Connector, Kit, Session } from '@latchkey/core'
import { type AccountId, addressOf, chainOf, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'
import { type PostCondition, writePostCondition } from '../encoding/post-condition.ts'

/** What every request for a transaction may say. */
export interface TransactionOptions {
  /** One of the session's; default the selected one. */
  readonly account?: AccountId
  /** Micro-STX; default what the wallet thinks will do. */
  readonly fee?: bigint
  readonly nonce?: bigint
  /** Somebody else pays the fee. */
  readonly sponsored?: boolean
  readonly postConditions?: readonly PostCondition[]
  /** What happens to what no condition speaks of; default `deny`. */
  readonly postConditionMode?: 'allow' | 'deny'
  /** Takes the question back; a wallet that sends all the same is not stopped by it. */
  readonly signal?: AbortSignal
}
/** What a wallet made of it. */
export interface SentTransaction {
  /** As nodes write it: 0x and 64 digits; absent where the wallet only signed. */
  readonly txid?: string
  /** Signed, hex; where the wallet tells it. */
  readonly transaction?: string
}

/**
 * The connector that stands for stacks, its session, and the account that is meant. Throws
 * `not-connected`, `feature-unsupported`, `account-missing`.
 */
export function activeStacks(
  kit: Kit,
  wished?: AccountId,
): { readonly connector: Connector; readonly session: Session; readonly account: AccountId } {
  const { active, connectors, connections } = kit.getState()
  const id = active.stacks ?? ''
  const connector = Object.hasOwn(connectors, id) ? connectors[id] : undefined
  const connection = Object.hasOwn(connections, id) ? connections[id] : undefined
  const session =
    connection?.status === 'connected'
      ? connection.sessions.find(({ namespace }) => namespace === 'stacks')
      : undefined
  if (!connector || !session)
    throw new LatchkeyError('not-connected', { reason: 'no wallet stands for stacks' })
  if (!connector.features.request)
    throw new LatchkeyError('feature-unsupported', { reason: 'request' })
  const account = wished ?? session.selected
  if (!session.accounts.some((one) => one.account === account))
    throw new LatchkeyError('account-missing', { reason: 'the wallet did not grant this account' })
  return { connector, session, account }
}

/** Asks the connected wallet one thing; the connector checks request and answer. */
export async function askActive<M extends MethodName>(
  { connector, account }: Pick<ReturnType<typeof activeStacks>, 'connector' | 'account'>,
  method: M,
  params: ParamsOf<M>,
  signal?: AbortSignal,
): Promise<ResultOf<M>> {
  const answer = await connector.features.request?.({
    chain: chainOf(account),
    method,
    params,
    ...(signal && { signal }),
  })
  return answer as ResultOf<M>
}

/** Asks for a transaction, its options written as requests want them. */
export async function askTransaction<
  M extends
    | 'stx_transferStx'
    | 'stx_transferSip10Ft'
    | 'stx_transferSip9Nft'
    | 'stx_callContract'
    | 'stx_deployContract',
>(
  active: ReturnType<typeof activeStacks>,
  method: M,
  own: Omit<ParamsOf<M>, 'address' | 'fee' | 'nonce' | 'sponsored'>,
  options: Omit<TransactionOptions, 'account'>,
): Promise<SentTransaction> {
  const { fee, nonce, sponsored, postConditions, postConditionMode = 'deny', signal } = options
  const params = {
    // The chain lets no condition stand beside a plain transfer, and wallets refuse the word there.
    ...(method !== 'stx_transferStx' && {
      postConditions: (postConditions ?? []).map(writePostCondition),
      postConditionMode,
    }),
    ...own,
    address: addressOf(active.account),
    ...(fee !== undefined && { fee }),
    ...(nonce !== undefined && { nonce }),
    ...(sponsored !== undefined && { sponsored }),
  } as unknown as ParamsOf<M>
  return sentOf((await askActive(active, method, params, signal)) as Parameters<typeof sentOf>[0])
}

/** Whether a wallet lacks a request: then nobody was asked yet. */
export function isLacking(error: unknown): boolean {
  return hasCode(error, 'rpc-method-not-found') || hasCode(error, 'wallet-method-unsupported')
}

export function sentOf(answer: {
  readonly txid?: string | undefined
  readonly transaction?: string | undefined
}): SentTransaction {
  const { txid, transaction } = answer
  return {
    ...(txid !== undefined && { txid: `0x${txid.toLowerCase().replace(/^0x/, '')}` }),
    ...(transaction !== undefined && { transaction: transaction.replace(/^0x/, '') }),
  }
}

import type { Connector, Kit, Session } from '@latchkey/core'
import { connectorIdOf } from '@latchkey/core/inside'
import { type AccountId, addressOf, chainOf, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'
import { type PostCondition, writePostCondition } from '../encoding/post-condition.ts'

/** Options of every transaction request. */
export interface TransactionOptions {
  /** One of the session's accounts; default the selected one. */
  readonly account?: AccountId
  /** Fee in micro-STX; default: the wallet's own choice. */
  readonly fee?: bigint
  readonly nonce?: bigint
  /** Whether another account pays the fee. */
  readonly sponsored?: boolean
  readonly postConditions?: readonly PostCondition[]
  /** Whether transfers without a post-condition are allowed; default `deny`. */
  readonly postConditionMode?: 'allow' | 'deny'
  /**
   * Ends the wait for the wallet when it aborts; a wallet that still sends the transaction is not
   * stopped.
   */
  readonly signal?: AbortSignal
}
/** What the wallet answered to a transaction request. */
export interface SentTransaction {
  /** Transaction id as nodes write it: 0x and 64 digits; absent when the wallet only signed. */
  readonly txid?: string
  /** The signed transaction in hex; absent when the wallet does not answer it. */
  readonly transaction?: string
}

/**
 * The active Stacks connector, or the one of another wallet that alone has the requested account;
 * its session, and the account. Throws `not-connected`,
 * `feature-unsupported`, `account-missing`.
 */
export function findActiveStacks(
  kit: Kit,
  requestedAccount?: AccountId,
): { readonly connector: Connector; readonly session: Session; readonly account: AccountId } {
  const { active: activeAccount, connectors, connections } = kit.getState()
  const id =
    (requestedAccount === undefined
      ? activeAccount.stacks
      : connectorIdOf(kit, requestedAccount)) ?? ''
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
  const account = requestedAccount ?? session.selected
  if (!session.accounts.some((sessionAccount) => sessionAccount.account === account))
    throw new LatchkeyError('account-missing', { reason: 'the wallet did not grant this account' })
  return { connector, session, account }
}

/** Sends one request to the connected wallet; the connector checks request and answer. */
export async function askActiveWallet<M extends MethodName>(
  { connector, account }: Pick<ReturnType<typeof findActiveStacks>, 'connector' | 'account'>,
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

/** Sends a transaction request, after converting the options to the form that wallets expect. */
export async function askTransaction<
  M extends
    | 'stx_transferStx'
    | 'stx_transferSip10Ft'
    | 'stx_transferSip9Nft'
    | 'stx_callContract'
    | 'stx_deployContract',
>(
  activeAccount: ReturnType<typeof findActiveStacks>,
  method: M,
  methodParams: Omit<ParamsOf<M>, 'address' | 'fee' | 'nonce' | 'sponsored'>,
  options: Omit<TransactionOptions, 'account'>,
): Promise<SentTransaction> {
  const { fee, nonce, sponsored, postConditions, postConditionMode = 'deny', signal } = options
  const params = {
    // The chain allows no post-condition in a plain STX transfer, and wallets refuse the option
    // there.
    ...(method !== 'stx_transferStx' && {
      postConditions: (postConditions ?? []).map(writePostCondition),
      postConditionMode,
    }),
    ...methodParams,
    address: addressOf(activeAccount.account),
    ...(fee !== undefined && { fee }),
    ...(nonce !== undefined && { nonce }),
    ...(sponsored !== undefined && { sponsored }),
  } as unknown as ParamsOf<M>
  return sentTransactionOf(
    (await askActiveWallet(activeAccount, method, params, signal)) as Parameters<
      typeof sentTransactionOf
    >[0],
  )
}

/**
 * Whether an error says that the wallet does not support the request. In that case the wallet has
 * shown no prompt, so another request may be tried.
 */
export function isRequestUnsupported(error: unknown): boolean {
  return hasCode(error, 'rpc-method-not-found') || hasCode(error, 'wallet-method-unsupported')
}

export function sentTransactionOf(answer: {
  readonly txid?: string | undefined
  readonly transaction?: string | undefined
}): SentTransaction {
  const { txid, transaction } = answer
  return {
    ...(txid !== undefined && { txid: `0x${txid.toLowerCase().replace(/^0x/, '')}` }),
    ...(transaction !== undefined && { transaction: transaction.replace(/^0x/, '') }),
  }
}

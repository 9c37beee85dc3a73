import type { Kit } from '@latchkey/core'
import { askWallet, getActiveWallet } from '@latchkey/core/inside'
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

/** The requested account of a connected Stacks wallet, and a function that asks that wallet. */
export interface ActiveStacks {
  readonly account: AccountId
  /**
   * Sends one request to the wallet, and waits for the answer while the wallet stays connected. The
   * connector checks the request and the answer.
   */
  ask<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    signal?: AbortSignal,
  ): Promise<ResultOf<M>>
}

/**
 * Finds the connected Stacks wallet that the requested account belongs to, or the active one, and
 * returns it with that account. Throws `not-connected`, `feature-unsupported`, `account-missing`.
 */
export function findActiveStacks(kit: Kit, requestedAccount?: AccountId): ActiveStacks {
  const activeWallet = getActiveWallet(kit, 'stacks', requestedAccount)
  const { connector, session } = activeWallet
  const { request } = connector.features
  if (!request) throw new LatchkeyError('feature-unsupported', { reason: 'request' })
  const account = requestedAccount ?? session.selected
  if (!session.accounts.some((sessionAccount) => sessionAccount.account === account))
    throw new LatchkeyError('account-missing', { reason: 'the wallet did not grant this account' })
  return {
    account,
    ask: async <M extends MethodName>(method: M, params: ParamsOf<M>, signal?: AbortSignal) => {
      const answer = await askWallet(kit, activeWallet, signal, (innerSignal) =>
        request({ chain: chainOf(account), method, params, signal: innerSignal }),
      )
      return answer as ResultOf<M>
    },
  }
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
  activeStacks: ActiveStacks,
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
    address: addressOf(activeStacks.account),
    ...(fee !== undefined && { fee }),
    ...(nonce !== undefined && { nonce }),
    ...(sponsored !== undefined && { sponsored }),
  } as unknown as ParamsOf<M>
  return sentTransactionOf(
    (await activeStacks.ask(method, params, signal)) as Parameters<typeof sentTransactionOf>[0],
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

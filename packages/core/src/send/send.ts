import { chainOf, type ErrorCode, hasCode, inWords, type LatchkeyError } from '@latchkey/protocol'
import type { Simulation, TransferEstimate } from '../contract/reader.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import { toError, toFailure } from '../machine/failure.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { Transaction } from '../machine/state.ts'
import { readSource } from '../rpc/read-source.ts'
import { askWallet, getWalletOf } from '../wallet/ask-wallet.ts'
import { watchTransaction } from './watch-transaction.ts'

/** Error codes after which it is unknown whether the wallet sent the transaction. */
const undecidedCodes: readonly ErrorCode[] = [
  'aborted',
  'wallet-disconnected',
  'wallet-chain-disconnected',
  'connection-timeout',
  'wallet-answer-invalid',
]

/**
 * Asks the wallet of the draft's account to sign and send the transaction: a transfer, an approval
 * or a swap. The wallet need not be the active one, but it must have selected the account. An
 * approval or swap is simulated again first; when it no longer does what was promised, the wallet
 * is not asked. When the caller stops waiting, the transaction becomes `unknown`, and a later
 * answer of the wallet still counts.
 * @throws `transaction-unknown` | `not-connected` | `account-missing` | `chain-mismatch` |
 * `feature-unsupported` | `swap-quote-expired` | `swap-simulation-failed` |
 * `insufficient-fee-funds` | `user-rejected` | `wallet-answer-invalid` | `wallet-disconnected` |
 * `aborted` | the code from `Adapter.explain`
 */
export function send(kit: Kit, parameters: send.Parameters): Promise<Transaction> {
  return inWords(runSend(kit, parameters))
}

async function runSend(
  kit: Kit,
  { id, estimate, simulation, signal }: send.Parameters,
): Promise<Transaction> {
  const draft = readOwnField(kit.getState().transactions, id)
  if (draft?.status !== 'draft')
    return refuseWith('transaction-unknown', draft ? `it is ${draft.status}` : id)
  const { from, to, asset, amount, purpose, call, payment } = draft
  const namespace = from.slice(0, from.indexOf(':'))
  const checkWallet = (): ReturnType<typeof getWalletOf> => {
    const connectedWallet = getWalletOf(kit, from)
    if (chainOf(connectedWallet.session.selected) !== draft.chain)
      refuseWith('chain-mismatch', draft.chain)
    if (connectedWallet.session.selected !== from) refuseWith('account-missing', from)
    return connectedWallet
  }
  const wallet = checkWallet()
  const chain =
    kit.chains.find((candidate) => candidate.id === draft.chain) ??
    refuseWith('chain-unsupported', draft.chain)
  const { transfer, sendCall } = wallet.connector.features
  if (purpose ? !sendCall : !transfer)
    refuseWith('feature-unsupported', purpose ? 'sendCall' : 'transfer')
  // A draft of an approval or a swap that has lost its contract call is refused: without the call
  // it would be sent as a transfer to a contract.
  if (purpose && !call) refuseWith('transaction-unknown', 'its call is gone')
  if (signal?.aborted) refuseWith('aborted')

  kit[inside].dispatch({ type: 'transaction-signing', id })
  const dispatchRejected = (error: LatchkeyError): void =>
    kit[inside].dispatch({ type: 'transaction-rejected', id, error: toFailure(error) })
  if (purpose)
    try {
      await (await import('../swap/check-draft.ts')).checkDraft(kit, { draft, simulation, signal })
      checkWallet()
      if (signal?.aborted) refuseWith('aborted')
    } catch (cause) {
      // The wallet was not asked yet, so the transaction becomes a draft again.
      const error = toError(kit, [namespace], cause)
      dispatchRejected(error)
      throw error
    }
  try {
    await askWallet(kit, wallet, signal, async (innerSignal) => {
      try {
        const answer = call
          ? await sendCall?.({
              from,
              call,
              chain,
              signal: innerSignal,
              ...(simulation && { simulation }),
            })
          : await transfer?.({
              transfer: { from, to, asset, amount, ...(payment?.mark && { mark: payment.mark }) },
              chain,
              source: readSource(kit, { chain: chain.id }),
              signal: innerSignal,
              ...(estimate && { estimate }),
            })
        kit[inside].dispatch({
          type: 'transaction-submitted',
          id,
          at: Date.now(),
          ...checkAnswer(answer),
        })
        // The transaction is watched in the background until it has settled; the caller does not
        // wait for that.
        watchTransaction(kit, { id }).catch(() => {})
      } catch (cause) {
        const error = toError(kit, [namespace], cause)
        if (!undecidedCodes.includes(error.code)) dispatchRejected(error)
        throw error
      }
    })
  } catch (cause) {
    const error = toError(kit, [namespace], cause)
    if (hasCode(error) && undecidedCodes.includes(error.code))
      kit[inside].dispatch({ type: 'transaction-lost', id })
    throw error
  }
  return readOwnField(kit.getState().transactions, id) ?? refuseWith('transaction-unknown', id)
}

export declare namespace send {
  type Parameters = {
    /** Id of the draft that is to be sent. */
    readonly id: string
    /** The estimate that `prepareSend` returned, for wallets that take the fees from the page. */
    readonly estimate?: TransferEstimate | undefined
    /**
     * The simulation that `prepareSwap` returned. It is used only for the swap itself: for an
     * approval, the wallet makes its own estimate.
     */
    readonly simulation?: Simulation | undefined
    readonly signal?: AbortSignal | undefined
  }
}

function checkAnswer(answer: unknown): { readonly hash: string; readonly nonce?: number } {
  const { hash, nonce } = (answer ?? {}) as { hash?: unknown; nonce?: unknown }
  if (typeof hash !== 'string' || !/^[\w+/=.-]{1,200}$/.test(hash))
    return refuseWith('wallet-answer-invalid', 'no hash')
  return { hash, ...(Number.isSafeInteger(nonce) ? { nonce: nonce as number } : {}) }
}

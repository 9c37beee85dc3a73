import type { Kit } from '@latchkey/core'
import { type AccountId, type ChainId, chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import { chainNumberOf, stacksMainnet } from '../chains.ts'
import { signedPart } from '../transaction/signed-part.ts'
import { findActiveStacks, type SentTransaction, sentTransactionOf } from './ask-active.ts'

/**
 * Asks the connected wallet to sign a transaction. Throws `not-connected`, `chain-mismatch` for one
 * of another network, `rpc-invalid-params`, or the code of the wallet's error.
 *
 * @example
 * const { transaction } = await signTransaction(kit, { transaction: unsigned })
 */
export function signTransaction(
  kit: Kit,
  parameters: {
    /**
     * The transaction to sign, serialised (SIP-005) in hex; with multisig, at most 15 public keys.
     */
    readonly transaction: string
    /** Whether the wallet sends the transaction; default false. */
    readonly broadcast?: boolean
    readonly account?: AccountId
    readonly signal?: AbortSignal
  },
): Promise<SentTransaction & { readonly transaction: string }> {
  return inWords(runSignTransaction(kit, parameters))
}

async function runSignTransaction(
  kit: Kit,
  parameters: {
    /**
     * The transaction to sign, serialised (SIP-005) in hex; with multisig, at most 15 public keys.
     */
    readonly transaction: string
    /** Whether the wallet sends the transaction; default false. */
    readonly broadcast?: boolean
    readonly account?: AccountId
    readonly signal?: AbortSignal
  },
): Promise<SentTransaction & { readonly transaction: string }> {
  const { transaction, broadcast = false, signal } = parameters
  const activeAccount = findActiveStacks(kit, parameters.account)
  refuseOtherChain(transaction, chainOf(activeAccount.account))
  const requestedSignedPart = signedPart(transaction)
  if (requestedSignedPart === null)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'no transaction of Stacks (SIP-005)' })
  const answer = sentTransactionOf(
    await activeAccount.ask('stx_signTransaction', { transaction, broadcast }, signal),
  )
  if (answer.transaction === undefined)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'the wallet answered no signed transaction',
    })
  refuseOtherChain(answer.transaction, chainOf(activeAccount.account), 'wallet-answer-invalid')
  if (signedPart(answer.transaction) !== requestedSignedPart)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'the wallet signed another transaction than the one it was asked for',
    })
  return { ...answer, transaction: answer.transaction }
}

/** The transaction starts with version (one byte) and chain id (four bytes). */
function refuseOtherChain(
  transaction: string,
  chain: ChainId,
  code: 'chain-mismatch' | 'wallet-answer-invalid' = 'chain-mismatch',
): void {
  const digits = transaction.replace(/^0x/, '').slice(0, 10).toLowerCase()
  const version = chain === stacksMainnet ? '00' : '80'
  if (digits !== version + (chainNumberOf(chain) ?? 0).toString(16).padStart(8, '0'))
    throw new LatchkeyError(code, { reason: `the transaction is not of ${chain}` })
}

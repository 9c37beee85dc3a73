import type { Kit } from '@latchkey/core'
import { chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import { readToken } from '../encoding/address.ts'
import { callOfToken } from '../transaction/transfer-payload.ts'
import {
  askTransaction,
  findActiveStacks,
  isRequestUnsupported,
  type SentTransaction,
  type TransactionOptions,
} from './ask-active.ts'

/**
 * Sends a SIP-10 token through the connected wallet: with the wallet's token request if it has one,
 * else with a contract call whose post-condition allows exactly that amount. Throws
 * `not-connected`, `token-address-required`, `rpc-invalid-params`, or the code of the wallet's
 * error.
 *
 * @example
 * const { txid } = await transferSip10(kit, {
 *   to: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
 *   asset: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.token::latch',
 *   amount: 1_000_000n,
 * })
 */
export function transferSip10(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** Receiver, as `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** Token, as `ADDRESS.name::token`. */
    readonly asset: string
    /** Amount in base units of the token. */
    readonly amount: bigint
  },
): Promise<SentTransaction> {
  return inWords(runTransferSip10(kit, parameters))
}

async function runTransferSip10(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** Receiver, as `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** The token, as `ADDRESS.name::token`. */
    readonly asset: string
    /** Amount in base units of the token. */
    readonly amount: bigint
  },
): Promise<SentTransaction> {
  const { account, to, asset, amount, ...options } = parameters
  const activeAccount = findActiveStacks(kit, account)
  const token = readToken(chainOf(activeAccount.account), asset)
  if (!token)
    throw new LatchkeyError('token-address-required', {
      reason: 'asset is not written ADDRESS.name::token',
    })
  const contractCall = callOfToken(token, { from: activeAccount.account, to, amount })
  const postConditionOptions = {
    postConditions: contractCall.postConditions,
    postConditionMode: 'deny' as const,
  }
  try {
    const transferParams = {
      recipient: to,
      asset: `${token.contract}::${token.token}`,
      amount,
      ...postConditionOptions,
    }
    return await askTransaction(activeAccount, 'stx_transferSip10Ft', transferParams, options)
  } catch (error) {
    if (!isRequestUnsupported(error)) throw error
    return askTransaction(
      activeAccount,
      'stx_callContract',
      { ...contractCall, ...postConditionOptions },
      options,
    )
  }
}

import type { Kit } from '@latchkey/core'
import { addressOf, chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import { readToken } from '../encoding/address.ts'
import { type ClarityArgument, writeClarity } from '../encoding/clarity-object.ts'
import { clarity } from '../encoding/clarity-value.ts'
import { writePostCondition } from '../encoding/post-condition.ts'
import {
  askTransaction,
  findActiveStacks,
  isRequestUnsupported,
  type SentTransaction,
  type TransactionOptions,
} from './ask-active.ts'

/**
 * Sends a SIP-9 collectible through the connected wallet: with the wallet's request for
 * collectibles if it has one, else with a contract call whose post-condition allows exactly that
 * collectible. Throws `not-connected`, `token-address-required`, `rpc-invalid-params`, or the code
 * of the wallet's error.
 *
 * @example
 * const { txid } = await transferSip9(kit, {
 *   to: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
 *   asset: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.doors::door',
 *   id: clarity.uint(7n),
 * })
 */
export function transferSip9(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** Receiver, as `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** Collection, as `ADDRESS.name::token`. */
    readonly asset: string
    /** Id within the collection: a Clarity value, mostly `clarity.uint(…)`. */
    readonly id: ClarityArgument
  },
): Promise<SentTransaction> {
  return inWords(runTransferSip9(kit, parameters))
}

async function runTransferSip9(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** Receiver, as `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** The collection, as `ADDRESS.name::token`. */
    readonly asset: string
    /** Id within the collection: a Clarity value, mostly `clarity.uint(…)`. */
    readonly id: ClarityArgument
  },
): Promise<SentTransaction> {
  const { account, to, asset, id: assetId, ...options } = parameters
  const id = writeClarity(assetId)
  const activeAccount = findActiveStacks(kit, account)
  const token = readToken(chainOf(activeAccount.account), asset)
  if (!token)
    throw new LatchkeyError('token-address-required', {
      reason: 'asset is not written ADDRESS.name::token',
    })
  const sender = addressOf(activeAccount.account)
  const name = `${token.contract}::${token.token}`
  const postConditionOptions = {
    postConditions: [
      writePostCondition({ kind: 'collectible', principal: sender, is: 'sent', asset: name, id }),
    ],
    postConditionMode: 'deny' as const,
  }
  try {
    const transferParams = { recipient: to, asset: name, assetId: id, ...postConditionOptions }
    return await askTransaction(activeAccount, 'stx_transferSip9Nft', transferParams, options)
  } catch (error) {
    if (!isRequestUnsupported(error)) throw error
    const functionArgs = [id, clarity.principal(sender), clarity.principal(to)]
    const transferParams = {
      contract: token.contract,
      functionName: 'transfer',
      functionArgs,
      ...postConditionOptions,
    }
    return askTransaction(activeAccount, 'stx_callContract', transferParams, options)
  }
}

import type { ChainId } from '@latchkey/protocol'
import { decodeJson } from './encode-json.ts'
import type { Address, Fields } from './fields.ts'
import { headerLimit, isAddress, isEvmChain, isWord, readFields, readText } from './fields.ts'
import { chainOfOldNetwork } from './old-networks.ts'

/** What a server says about a payment. */
export interface Settlement {
  /** Whether the server says that the payment was made. */
  readonly success: boolean
  /**
   * Hash of the transaction that the server names; look it up on the chain before you rely on it.
   */
  readonly transaction?: `0x${string}`
  /** CAIP-2 id of the chain that the server names. */
  readonly chain?: ChainId
  readonly payer?: Address
  /**
   * The reason why the payment was refused, in the words of the protocol or the server; at most 200
   * characters.
   */
  readonly reason?: string
}

/**
 * Reads the answer's header that tells what became of the payment; undefined when there is none.
 */
export function readSettlement(headers: Headers): Settlement | undefined {
  const header = headers.get('payment-response') ?? headers.get('x-payment-response')
  const fields = header === null ? undefined : readFields(decodeJson(header, headerLimit))
  return fields && settlementOf(fields)
}

/**
 * Reads a settlement that a facilitator or a server wrote; undefined when it does not say whether
 * the payment succeeded.
 */
export function settlementOf(fields: Fields): Settlement | undefined {
  const { success, transaction, network, payer } = fields
  if (typeof success !== 'boolean') return undefined
  const chain = isEvmChain(network) ? network : chainOfOldNetwork(network)
  const reason = readText(fields.errorReason, 200)
  return {
    success,
    ...(isWord(transaction) && { transaction }),
    ...(chain && { chain }),
    ...(isAddress(payer) && { payer }),
    ...(reason && { reason }),
  }
}

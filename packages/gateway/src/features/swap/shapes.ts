import { wholePattern } from '@latchkey/protocol/schema'
import { z } from 'zod'

/**
 * A token or account of an EVM chain, CAIP-10; what it is not is refused by the words of the call.
 */
export const evmAccount = z
  .string()
  .max(200)
  .meta({ pattern: '^eip155:[\\da-zA-Z_-]{1,32}:0x[\\da-fA-F]{40}$' })
/** Base units in decimal. */
export const wholeAmount = z.string().regex(wholePattern)
/** Ours: which side `amount` is of. */
export const side = z.enum(['pay', 'receive']).default('pay')
/** Ours: the `id` of an offer. */
export const offerId = z.string().min(1).max(256)

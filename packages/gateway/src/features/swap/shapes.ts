import { wholePattern } from '@latchkey/protocol/schema'
import { z } from 'zod'

/**
 * A token or an account of an EVM chain, as CAIP-10 id. The pattern is for the OpenAPI document
 * only; the handler refuses other ids.
 */
export const evmAccount = z
  .string()
  .max(200)
  .meta({ pattern: '^eip155:[\\da-zA-Z_-]{1,32}:0x[\\da-fA-F]{40}$' })
/** Shape of an amount: base units in decimal. */
export const wholeAmount = z.string().regex(wholePattern)
/**
 * Whether `amount` is what the visitor pays or receives; Latchkey adds this parameter to
 * WalletConnect's calls.
 */
export const side = z.enum(['pay', 'receive']).default('pay')
/** The `id` of an offer; Latchkey adds this parameter to WalletConnect's calls. */
export const offerId = z.string().min(1).max(256)

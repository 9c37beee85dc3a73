import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'

/**
 * Settings of orders, which visitors pay with their wallets. Without these settings the gateway has
 * no orders.
 */
export const ordersShape = z.strictObject({
  /**
   * Number of confirmations from which a payment counts as settled, by the CAIP-2 id of the chain;
   * 12 on a chain that is not named. The payment's own block is the first confirmation.
   */
  confirmations: z.record(chainIdSchema, z.int().min(1).max(10_000)).default({}),
  /** Interval in milliseconds between two reads of a chain on which an order waits to be paid. */
  pollMs: z.int().min(100).max(600_000).default(4_000),
  /** Blocks per `eth_getLogs` request. */
  logRange: z.int().min(1).max(100_000).default(500),
  /** Seconds after the end of an order's time during which a payment is still found, as `late`. */
  lateSeconds: z.int().min(0).max(2_592_000).default(86_400),
  /**
   * Whether webhooks may have addresses in private networks and addresses without TLS. This is for
   * development, and for a merchant's server in the operator's own network.
   */
  allowPrivateWebhooks: z.boolean().default(false),
})

import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'

/** Settings of orders, which visitors pay by their wallets; without them the feature is off. */
export const ordersShape = z.strictObject({
  /**
   * Number of confirmations, the block of the payment included, from which a payment counts as
   * settled, by the CAIP-2 id of the chain; 12 on a chain that is not named.
   */
  confirmations: z.record(chainIdSchema, z.int().min(1).max(10_000)).default({}),
  /** Interval in milliseconds between two looks at a chain on which an order waits. */
  pollMs: z.int().min(100).max(600_000).default(4_000),
  /** Blocks per `eth_getLogs` request. */
  logRange: z.int().min(1).max(100_000).default(500),
  /** Seconds after an order's time is over during which a payment is still found, as `late`. */
  lateSeconds: z.int().min(0).max(2_592_000).default(86_400),
  /**
   * Whether webhooks may be addresses in private networks and without TLS. For development, or when
   * the merchant's server is in the operator's own network.
   */
  allowPrivateWebhooks: z.boolean().default(false),
})

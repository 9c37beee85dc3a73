import { z } from 'zod'

/**
 * Settings of the WalletConnect relay: how it stores messages, and how much one client may use of
 * it.
 */
export const relayShape = z
  .strictObject({
    /**
     * Where the relay stores messages when there is no `redisUrl`; with `memory` all of them are
     * lost when the process ends.
     */
    store: z.enum(['disk', 'memory']).default('disk'),
    /** Maximum number of bytes of all stored messages together. */
    maxBytes: z.int().min(1_048_576).default(536_870_912),
    /**
     * Maximum number of stored bytes that one network address published; default: a quarter of
     * `maxBytes`.
     */
    bytesPerAddress: z.int().min(65_536).optional(),
    /**
     * Maximum number of stored bytes that one client published; default: an eighth of `maxBytes`.
     */
    bytesPerClient: z.int().min(65_536).optional(),
    /**
     * Maximum number of stored bytes that the clients of one project published; clients that name
     * no known project share one such limit. Default: half of `maxBytes` if there are several
     * projects.
     */
    bytesPerProject: z.int().min(65_536).optional(),
    /**
     * Addresses under which clients reach the relay; an auth token whose audience is another host
     * is refused.
     */
    publicUrls: z
      .array(z.url({ protocol: /^(?:wss?|https?)$/ }))
      .max(20)
      .default([]),
    connectionsPerAddress: z.int().positive().default(500),
    connectionsPerClient: z.int().positive().default(20),
    subscriptionsPerAddress: z.int().positive().default(20_000),
    subscriptionsPerClient: z.int().positive().max(100_000).default(2_000),
    /**
     * Limits of publishing for each client: a token bucket for messages and one for bytes. All
     * clients of one network address together may publish `perAddress` times as much.
     */
    publish: z
      .strictObject({
        capacity: z.number().positive().default(1_000),
        refillPerSecond: z.number().positive().default(50),
        bytesCapacity: z.number().positive().default(16_777_216),
        bytesPerSecond: z.number().positive().default(1_048_576),
        perAddress: z.number().min(1).default(8),
      })
      .prefault({}),
  })
  .prefault({})

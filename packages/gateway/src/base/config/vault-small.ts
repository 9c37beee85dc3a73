import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'

const units = z
  .string()
  .regex(/^[1-9]\d{0,77}$/, 'must be base units, a whole number above 0 as text')

/**
 * What visitors may approve in the vault's frame instead of its window, by project and chain; one
 * left out has none. Base units of the chain's own coin, fees included.
 */
export const vaultSmall = z.record(
  z.string().min(1).max(64),
  z.partialRecord(
    chainIdSchema,
    z.strictObject({
      /** By receiver: the most that one payment may cost. */
      receivers: z
        .record(z.string().min(1).max(128), units)
        .refine(
          (all) => Object.keys(all).length >= 1 && Object.keys(all).length <= 100,
          'must name 1 to 100',
        ),
      /** The most that all of them may cost in 24 hours, on one device. */
      day: units,
    }),
  ),
)

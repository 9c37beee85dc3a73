import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'

const baseUnits = z
  .string()
  .regex(/^[1-9]\d{0,77}$/, 'must be base units, a whole number above 0 as text')

/**
 * Small payments, by project and chain, that visitors may approve inside the vault's iframe,
 * without opening its window. On a chain without an entry every payment needs the window. Amounts
 * are base units of the chain's coin, fees included.
 */
export const smallPaymentsShape = z.record(
  z.string().min(1).max(64),
  z.partialRecord(
    chainIdSchema,
    z.strictObject({
      /** Allowed receivers, each with the most that one payment to it may cost. */
      receivers: z
        .record(z.string().min(1).max(128), baseUnits)
        .refine(
          (all) => Object.keys(all).length >= 1 && Object.keys(all).length <= 100,
          'must name 1 to 100',
        ),
      /** Most that all small payments of one device may cost in 24 hours. */
      day: baseUnits,
    }),
  ),
)

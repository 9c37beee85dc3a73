import { remoteFeatureSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'

const slug = z
  .string()
  .regex(/^[a-z\d][a-z\d_-]{0,63}$/i, 'must be 1 to 64 letters, digits, - or _')
const originPattern =
  /^(?:https?|[a-z][a-z\d+-]*-extension|capacitor|ionic|tauri):\/\/(?:\*\.)?[a-z\d.[\]:_-]+(?::(?:\d+|\*))?$/i
const originRule = z
  .string()
  .max(256)
  .regex(originPattern, 'must look like https://shop.example or https://*.shop.example')

/**
 * A project (a site that uses the gateway), in the form that the configuration file and the
 * dashboard share.
 */
export const projectSchema = z.strictObject({
  id: slug,
  /** Origins that may use the project; empty means pages on localhost only. */
  origins: z.array(originRule).max(200).default([]),
  features: z.array(remoteFeatureSchema).max(50).default([]),
  analytics: z.boolean().default(false),
})

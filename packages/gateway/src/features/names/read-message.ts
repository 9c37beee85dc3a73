import {
  attributePattern,
  nameAttributes,
  nameMessageAheadSeconds,
  nameMessageWindowSeconds,
} from '@latchkey/protocol'
import { z } from 'zod'
import { refusal } from '../../base/refuse.ts'

const timestamp = z.int().min(0)
// The attributes are checked by hand and not by `z.record`, which silently drops `__proto__`: a
// signed text must be read completely or refused.
const attributes = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/**
 * Shapes of the three JSON texts that an owner signs: to register a name, and to change its
 * attributes or an address. Times are seconds since the epoch.
 */
export const messages = {
  registration: z.object({
    name: z.string().max(256),
    attributes: attributes.default({}),
    timestamp,
  }),
  attributes: z.object({ attributes, timestamp }),
  address: z.object({
    coin_type: z.int().min(0),
    address: z.string().regex(/^0x[\da-f]{40}$/i),
    timestamp,
  }),
} as const

/**
 * Parses the JSON text that an owner signed.
 * @throws a refusal: 422
 */
export function readMessage<S extends z.ZodType>(text: string, shape: S): z.output<S> {
  const parsedMessage = shape.safeParse(parseJson(text))
  if (parsedMessage.success) return parsedMessage.data
  const { path, message } = parsedMessage.error.issues[0] ?? { path: [], message: '' }
  throw refusal(422, '', `Deserialization error: ${path.join('.') || 'the message'}: ${message}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(422, '', 'Deserialization error: the message is not JSON')
  }
}

/** Checks the time in the text that an owner signed. @throws a refusal: 400 `timestamp` */
export function checkMoment(seconds: number, nowMs: number): void {
  const age = nowMs / 1000 - seconds
  if (age > nameMessageWindowSeconds || age < -nameMessageAheadSeconds)
    throw refusal(400, 'timestamp', 'The message is too old, or of the future')
}

/** Checks the attributes of a name. @throws a refusal: 400 `attributes` */
export function checkAttributes(
  rawAttributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const knownAttributes: readonly string[] = nameAttributes
  const isAttributePair = (pair: [string, unknown]): pair is [string, string] =>
    knownAttributes.includes(pair[0]) &&
    typeof pair[1] === 'string' &&
    attributePattern.test(pair[1])
  const pairs = Object.entries(rawAttributes)
  if (!pairs.every(isAttributePair))
    throw refusal(
      400,
      'attributes',
      `Only ${knownAttributes.join(' and ')}, of 1 to 255 plain characters`,
    )
  return Object.fromEntries(pairs)
}

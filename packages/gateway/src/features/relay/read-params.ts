import { hash } from 'node:crypto'
import type { RelayMessage } from './store/relay-store.ts'

/** What a client wants published, not yet stamped. */
export interface Publication {
  readonly topic: string
  readonly message: string
  /** Seconds. */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string
}

/** Thrown while parameters are read; becomes -32602. */
export class InvalidParams extends Error {}

/** Of irn_batchPublish and its like. */
export const maxBatch = 500
const maxTopicLength = 128
const maxTtlS = 30 * 86_400
/** Where nobody but the publisher listens. */
const maxUnheardTtlS = 7 * 86_400
const maxAttestationLength = 16_384

export function readTopic(value: unknown): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > maxTopicLength)
    throw new InvalidParams('topic must be a text of 1 to 128 characters')
  return value
}

export function readList<T>(value: unknown, read: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new InvalidParams('a list is missing')
  if (value.length > maxBatch) throw new InvalidParams(`a batch holds at most ${maxBatch}`)
  return value.map(read)
}

export function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidParams('params must be an object')
  return value as Record<string, unknown>
}

/** Unknown fields (tvf, correlationId, …) are dropped here and neither kept nor passed on. */
export function readPublication(value: unknown): Publication {
  const { topic, message, ttl, tag = 0, attestation } = readObject(value)
  if (typeof message !== 'string' || message.length === 0)
    throw new InvalidParams('message must be a text')
  if (!Number.isSafeInteger(ttl) || (ttl as number) < 1)
    throw new InvalidParams('ttl must be seconds, 1 or more')
  if (!Number.isSafeInteger(tag) || (tag as number) < 0)
    throw new InvalidParams('tag must be a whole number')
  const read = {
    topic: readTopic(topic),
    message,
    ttl: Math.min(ttl as number, maxTtlS),
    tag: tag as number,
  }
  const isAttested = typeof attestation === 'string' && attestation.length <= maxAttestationLength
  return isAttested ? { ...read, attestation } : read
}

/** Who publishes, and when. */
interface Stamp {
  readonly publisher: string
  readonly holder: string
  /** Whether somebody else listens to the topic. */
  readonly isAwaited: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

export function stampPublication(
  publication: Publication,
  { publisher, holder, isAwaited, now }: Stamp,
): RelayMessage {
  const { topic, message, tag, ttl, attestation } = publication
  const livesS = isAwaited ? ttl : Math.min(ttl, maxUnheardTtlS)
  const stamped = {
    topic,
    message,
    hash: hash('sha256', message),
    publisher,
    tag,
    publishedAt: now,
    expiresAt: now + livesS * 1000,
    holder,
    isAwaited,
  }
  return attestation === undefined ? stamped : { ...stamped, attestation }
}

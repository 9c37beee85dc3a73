import { hash } from 'node:crypto'
import type { RelayMessage } from './store/relay-store.ts'

/** A message to publish, as the client sent it, before the relay adds publisher and time. */
export interface Publication {
  readonly topic: string
  readonly message: string
  /** Lifetime of the message in seconds. */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string
}

/** Error thrown for invalid parameters; the client gets JSON-RPC error -32602. */
export class InvalidParams extends Error {}

/** Maximum number of items of irn_batchPublish and similar methods. */
export const maxBatch = 500
const maxTopicLength = 128
const maxTtlS = 30 * 86_400
/** Longest lifetime, in seconds, of a message on a topic to which no other client listens. */
const maxUnawaitedTtlS = 7 * 86_400
const maxAttestationLength = 16_384

export function readTopic(value: unknown): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > maxTopicLength)
    throw new InvalidParams('topic must be a text of 1 to 128 characters')
  return value
}

export function readList<T>(value: unknown, readItem: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new InvalidParams('a list is missing')
  if (value.length > maxBatch) throw new InvalidParams(`a batch holds at most ${maxBatch}`)
  return value.map(readItem)
}

export function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidParams('params must be an object')
  return value as Record<string, unknown>
}

/**
 * Reads the parameters of a call that publishes a message; unknown fields (tvf, correlationId, …)
 * are dropped.
 */
export function readPublication(value: unknown): Publication {
  const { topic, message, ttl, tag = 0, attestation } = readObject(value)
  if (typeof message !== 'string' || message.length === 0)
    throw new InvalidParams('message must be a text')
  if (!Number.isSafeInteger(ttl) || (ttl as number) < 1)
    throw new InvalidParams('ttl must be seconds, 1 or more')
  if (!Number.isSafeInteger(tag) || (tag as number) < 0)
    throw new InvalidParams('tag must be a whole number')
  const checkedPublication = {
    topic: readTopic(topic),
    message,
    ttl: Math.min(ttl as number, maxTtlS),
    tag: tag as number,
  }
  const isAttested = typeof attestation === 'string' && attestation.length <= maxAttestationLength
  return isAttested ? { ...checkedPublication, attestation } : checkedPublication
}

/** What the relay adds to a published message: publisher, time and whom its bytes count for. */
interface Stamp {
  readonly publisher: string
  readonly holder: string
  readonly project?: string | undefined
  /** Whether another client listens to the topic. */
  readonly isAwaited: boolean
  /** Time of the publication, in milliseconds since the epoch. */
  readonly now: number
}

export function stampPublication(
  publication: Publication,
  { publisher, holder, project, isAwaited, now }: Stamp,
): RelayMessage {
  const { topic, message, tag, ttl, attestation } = publication
  const lifeSeconds = isAwaited ? ttl : Math.min(ttl, maxUnawaitedTtlS)
  const stampedMessage = {
    topic,
    message,
    hash: hash('sha256', message),
    publisher,
    tag,
    publishedAt: now,
    expiresAt: now + lifeSeconds * 1000,
    holder,
    isAwaited,
  }
  return {
    ...stampedMessage,
    ...(project === undefined ? {} : { project }),
    ...(attestation === undefined ? {} : { attestation }),
  }
}

import { answerLimits, errorEvents, ownEvents, trackedEvents } from '@latchkey/protocol'
import { z } from 'zod'
import { scrubProperties } from './scrub.ts'

/** One event as it may be kept. */
export interface ReadEvent {
  readonly id: string
  readonly type: 'track' | 'error'
  readonly event: string
  readonly visit: string | null
  /** Still in clear: for hashing. */
  readonly address: string | null
  readonly domain: string
  readonly properties: Record<string, unknown>
}

const names = {
  track: new Set<string>([...trackedEvents, ...ownEvents]),
  error: new Set<string>(errorEvents),
} as const

const long = z.string().max(answerLimits.eventBytes).nullish()
const shape = z.object({
  eventId: z.guid(),
  url: z.string().max(answerLimits.link).nullish(),
  domain: z.string().max(253).nullish(),
  timestamp: z.union([z.number(), z.string().max(64)]).nullish(),
  props: z.object({
    type: z.enum(['track', 'error']),
    event: z.string().max(64),
    address: z.string().max(128).nullish(),
    visit: z.guid().nullish(),
    properties: z.record(z.string().max(200), z.unknown()).nullish(),
    errorType: long,
    errorMessage: long,
    stackTrace: long,
  }),
})

/**
 * What a page sent as one event, cleaned; nothing when it has another shape, an unknown name or too
 * much in it.
 * @param host of the page as the browser says it; without one the page's own word counts
 * @param isClear the owner keeps addresses
 */
export function readEvent(
  sent: unknown,
  host: string | undefined,
  isClear = false,
): ReadEvent | undefined {
  const { data } = shape.safeParse(sent)
  if (!data || !names[data.props.type].has(data.props.event)) return undefined
  const { type, event, address, visit, properties, errorType, errorMessage, stackTrace } =
    data.props
  const said = { ...properties, ...dropAbsentFields({ errorType, errorMessage, stackTrace }) }
  const kept = scrubProperties(said, isClear)
  if (Buffer.byteLength(JSON.stringify(kept)) > answerLimits.eventBytes) return undefined
  const domain = host ?? data.domain ?? ''
  return {
    id: data.eventId.toLowerCase(),
    type,
    event,
    visit: visit?.toLowerCase() ?? null,
    address: address || null,
    domain: /^[\w.:[\]-]{1,253}$/.test(domain) ? domain.toLowerCase() : '',
    properties: kept,
  }
}

function dropAbsentFields(
  fields: Readonly<Record<string, string | null | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

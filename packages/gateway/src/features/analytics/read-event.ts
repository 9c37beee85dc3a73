import { answerLimits, errorEvents, ownEvents, trackedEvents } from '@latchkey/protocol'
import { z } from 'zod'
import { scrubProperties } from './scrub.ts'

/** One analytics event in the form in which it may be stored. */
export interface ReadEvent {
  readonly id: string
  readonly type: 'track' | 'error'
  readonly event: string
  readonly visit: string | null
  /** Account address in clear; it is hashed before it is stored. */
  readonly address: string | null
  readonly domain: string
  readonly properties: Record<string, unknown>
}

const names = {
  track: new Set<string>([...trackedEvents, ...ownEvents]),
  error: new Set<string>(errorEvents),
} as const

const longText = z.string().max(answerLimits.eventBytes).nullish()
const eventShape = z.object({
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
    errorType: longText,
    errorMessage: longText,
    stackTrace: longText,
  }),
})

/**
 * Reads and cleans one event of a page; undefined for a wrong shape, an unknown event name or too
 * much data.
 * @param host - host name of the page as the browser reports it; without it, the host name that the
 * page itself states is used
 * @param isClear - whether the owner keeps account addresses in clear
 */
export function readEvent(
  rawEvent: unknown,
  host: string | undefined,
  isClear = false,
): ReadEvent | undefined {
  const { data } = eventShape.safeParse(rawEvent)
  if (!data || !names[data.props.type].has(data.props.event)) return undefined
  const { type, event, address, visit, properties, errorType, errorMessage, stackTrace } =
    data.props
  const reportedProperties = {
    ...properties,
    ...dropAbsentFields({ errorType, errorMessage, stackTrace }),
  }
  const cleanProperties = scrubProperties(reportedProperties, isClear)
  if (Buffer.byteLength(JSON.stringify(cleanProperties)) > answerLimits.eventBytes) return undefined
  const domain = host ?? data.domain ?? ''
  return {
    id: data.eventId.toLowerCase(),
    type,
    event,
    visit: visit?.toLowerCase() ?? null,
    address: address || null,
    domain: /^[\w.:[\]-]{1,253}$/.test(domain) ? domain.toLowerCase() : '',
    properties: cleanProperties,
  }
}

function dropAbsentFields(
  fields: Readonly<Record<string, string | null | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

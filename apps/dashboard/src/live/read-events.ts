import type { OperatorTailEvent } from '@latchkey/protocol'
import {
  type EventSourceMessage,
  EventSourceParserStream,
  ParseError,
} from 'eventsource-parser/stream'

/** A message from the gateway: an event, or the number of events that were dropped. */
export type TailMessage =
  | { readonly type: 'event'; readonly event: OperatorTailEvent }
  | { readonly type: 'dropped'; readonly count: number }

/** Maximum length of a message in characters; a longer one ends the reading. */
const maxBufferLength = 1_000_000

/**
 * Reads Server-Sent Events from the body of a response until its end. Malformed events are skipped.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<TailMessage> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: maxBufferLength }))
    .getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      const message = readMessage(value)
      if (message) yield message
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readMessage({ event: name, data }: EventSourceMessage): TailMessage | undefined {
  if (name === 'dropped') return { type: 'dropped', count: Number(data) || 0 }
  if (name !== 'event') return undefined
  try {
    const event: unknown = JSON.parse(data)
    return isTailEvent(event) ? { type: 'event', event } : undefined
  } catch {
    return undefined
  }
}

function isTailEvent(value: unknown): value is OperatorTailEvent {
  const tailEvent = value as Partial<OperatorTailEvent> | null
  return (
    typeof tailEvent?.id === 'string' &&
    typeof tailEvent.at === 'number' &&
    typeof tailEvent.event === 'string' &&
    typeof tailEvent.domain === 'string' &&
    typeof tailEvent.properties === 'object'
  )
}

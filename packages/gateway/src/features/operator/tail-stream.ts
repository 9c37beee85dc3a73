import type { OperatorTailEvent } from '@latchkey/protocol'
import type { TailEvent, TailListener } from '../../ports/analytics-port.ts'

/** Subscribes to the events of one project as they are stored. */
export type ListenTail = (projectId: string, listener: TailListener) => () => void

const heartbeatMs = 15_000
/**
 * Maximum number of waiting events of a slow reader; further ones are dropped, and their number is
 * reported.
 */
const maxWaiting = 500

export interface TailStreamOptions {
  readonly listen: (listener: TailListener) => () => void
  /**
   * Whether the key is still valid, checked at every heartbeat: a revoked key gets no more events.
   */
  readonly isAllowed: () => Promise<boolean>
  /** Aborted when the client disconnects or the gateway stops. */
  readonly signal: AbortSignal
  readonly onEnd: () => void
  readonly beatMs?: number
}

/**
 * Server-Sent Events: `event` with one event each, `dropped` with a number, and a comment every 15
 * s.
 */
export function tailStream(options: TailStreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const state = { dropped: 0, end: () => {} }
  return new ReadableStream(
    {
      start(controller) {
        const sendText = (text: string): void => controller.enqueue(encoder.encode(text))
        const stop = options.listen((events) => {
          for (const event of events) {
            if ((controller.desiredSize ?? 0) <= 0) state.dropped += 1
            else sendText(`event: event\ndata: ${JSON.stringify(toOperatorEvent(event))}\n\n`)
          }
        })
        const heartbeat = setInterval(async () => {
          if (!(await options.isAllowed().catch(() => false))) return state.end()
          if (options.signal.aborted) return
          sendText(state.dropped > 0 ? `event: dropped\ndata: ${state.dropped}\n\n` : ': beat\n\n')
          state.dropped = 0
        }, options.beatMs ?? heartbeatMs)
        heartbeat.unref()
        const closeTail = onlyOnce(() => {
          clearInterval(heartbeat)
          stop()
          options.signal.removeEventListener('abort', state.end)
          options.onEnd()
        })
        state.end = () => {
          closeTail()
          try {
            controller.close()
          } catch {
            // The reader closed the stream already.
          }
        }
        options.signal.addEventListener('abort', state.end)
        sendText(': open\n\n')
        if (options.signal.aborted) state.end()
      },
      cancel: () => state.end(),
    },
    { highWaterMark: maxWaiting },
  )
}

function onlyOnce(work: () => void): () => void {
  const state = { isDone: false }
  return () => {
    if (state.isDone) return
    state.isDone = true
    work()
  }
}

function toOperatorEvent({
  id,
  at,
  event,
  domain,
  visit,
  address,
  accountHash,
  properties,
}: TailEvent): OperatorTailEvent {
  return { id, at: at.getTime(), event, domain, visit, account: address ?? accountHash, properties }
}

import type { OperatorTailEvent } from '@latchkey/protocol'
import type { TailEvent, TailListener } from '../../ports/analytics-port.ts'

/** Calls a listener for each event of one project after it is stored. */
export type ListenTail = (projectId: string, listener: TailListener) => () => void

const heartbeatMs = 15_000
/**
 * Maximum number of events that wait for a slow reader; further events are dropped, and their
 * number is reported to the reader.
 */
const maxWaiting = 500

export interface TailStreamOptions {
  readonly listen: (listener: TailListener) => () => void
  /**
   * Whether the reader's key is still valid. This is checked at every heartbeat, so that a revoked
   * key gets no more events.
   */
  readonly isAllowed: () => Promise<boolean>
  /** Aborts when the client disconnects or the gateway stops. */
  readonly signal: AbortSignal
  readonly onEnd: () => void
  readonly beatMs?: number
}

/**
 * Creates a stream of Server-Sent Events: one message `event` for each stored event, `dropped` with
 * the number of events that were left out, and a comment every 15 s.
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
            // Closing fails when the reader has closed the stream already.
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

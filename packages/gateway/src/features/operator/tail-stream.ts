import type { OperatorTailEvent } from '@latchkey/protocol'
import type { TailEvent, TailListener } from '../../ports/analytics-port.ts'

/** How the events of one project are heard as they are stored. */
export type ListenTail = (projectId: string, listener: TailListener) => () => void

const beatMs = 15_000
/** Events that a slow reader may fall behind by; more are dropped, and how many is said. */
const mostWaiting = 500

export interface TailStreamOptions {
  readonly listen: (listener: TailListener) => () => void
  /** Asked at every beat: a revoked key hears no more. */
  readonly isAllowed: () => Promise<boolean>
  /** Ends with the client or the gateway. */
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
            else sendText(`event: event\ndata: ${JSON.stringify(operatorEventOf(event))}\n\n`)
          }
        })
        const beat = setInterval(async () => {
          if (!(await options.isAllowed().catch(() => false))) return state.end()
          if (options.signal.aborted) return
          sendText(state.dropped > 0 ? `event: dropped\ndata: ${state.dropped}\n\n` : ': beat\n\n')
          state.dropped = 0
        }, options.beatMs ?? beatMs)
        beat.unref()
        const finish = onlyOnce(() => {
          clearInterval(beat)
          stop()
          options.signal.removeEventListener('abort', state.end)
          options.onEnd()
        })
        state.end = () => {
          finish()
          try {
            controller.close()
          } catch {
            // Closed by the reader already.
          }
        }
        options.signal.addEventListener('abort', state.end)
        sendText(': open\n\n')
        if (options.signal.aborted) state.end()
      },
      cancel: () => state.end(),
    },
    { highWaterMark: mostWaiting },
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

function operatorEventOf({
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

import type { OperatorTailEvent } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import type { Api } from '../api/api.ts'
import { readEvents } from './read-events.ts'

/** State of the connection; it is closed while paused. */
export type TailState = 'connecting' | 'listening' | 'waiting' | 'paused'

export interface TailView {
  readonly state: TailState
  /** The latest events, newest first. */
  readonly events: readonly OperatorTailEvent[]
  /** Number of events received, including those that are no longer in `events`. */
  readonly heard: number
  readonly dropped: number
}

const maxEvents = 200
const firstWaitMs = 1_000
const maxWaitMs = 15_000

/** Receives the events of a project live, until it is paused. A lost connection is opened again. */
export function useTail(api: Api, project: string, isPaused: boolean): TailView {
  const [view, setView] = useState<TailView>({
    state: 'connecting',
    events: [],
    heard: 0,
    dropped: 0,
  })
  useEffect(() => {
    const abortController = new AbortController()
    const { signal } = abortController
    const showState = (state: TailState): void => setView((last) => ({ ...last, state }))
    const followEvents = async (): Promise<void> => {
      for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
        try {
          const body = await api.tail(project, signal)
          showState('listening')
          waitMs = firstWaitMs
          for await (const message of readEvents(body)) {
            if (signal.aborted) return
            setView((last) =>
              message.type === 'dropped'
                ? { ...last, dropped: last.dropped + message.count }
                : {
                    ...last,
                    heard: last.heard + 1,
                    events: [message.event, ...last.events].slice(0, maxEvents),
                  },
            )
          }
        } catch {
          // The error is ignored, because the connection is opened again below.
        }
        if (signal.aborted) return
        showState('waiting')
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    }
    if (isPaused) showState('paused')
    else {
      showState('connecting')
      void followEvents()
    }
    return () => abortController.abort()
  }, [api, project, isPaused])
  return view
}

import type { OperatorTailEvent } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import type { Api } from '../api/api.ts'
import { readEvents } from './read-events.ts'

/** State of the connection; it is closed while paused. */
export type TailState = 'connecting' | 'listening' | 'waiting' | 'paused'

export interface TailView {
  readonly state: TailState
  /** Events, newest first. */
  readonly events: readonly OperatorTailEvent[]
  /** Number of events received; fewer are kept. */
  readonly heard: number
  readonly dropped: number
}

const kept = 200
const firstWaitMs = 1_000
const longestWaitMs = 15_000

/** Receives the events of a project until it is paused; a lost connection is opened again. */
export function useTail(api: Api, project: string, isPaused: boolean): TailView {
  const [view, setView] = useState<TailView>({
    state: 'connecting',
    events: [],
    heard: 0,
    dropped: 0,
  })
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const showState = (state: TailState): void => setView((last) => ({ ...last, state }))
    const hearEvents = async (): Promise<void> => {
      for (
        let waitMs = firstWaitMs;
        !signal.aborted;
        waitMs = Math.min(waitMs * 2, longestWaitMs)
      ) {
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
                    events: [message.event, ...last.events].slice(0, kept),
                  },
            )
          }
        } catch {
          // The error is ignored: the connection is retried below.
        }
        if (signal.aborted) return
        showState('waiting')
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    }
    if (isPaused) showState('paused')
    else {
      showState('connecting')
      void hearEvents()
    }
    return () => ending.abort()
  }, [api, project, isPaused])
  return view
}

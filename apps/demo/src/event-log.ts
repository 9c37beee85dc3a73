import type { Kit, KitEvent } from '@latchkey/core'
import { useEffect, useState } from 'react'

export interface LoggedEvent {
  readonly key: number
  /** Time of the event in UTC, to the millisecond: `HH:mm:ss.sss`. */
  readonly at: string
  readonly type: string
  readonly detail: string
}

const maxEvents = 60

/** The latest events of a kit, newest first. */
export function useEventLog(kit: Kit): readonly LoggedEvent[] {
  const [events, setEvents] = useState<readonly LoggedEvent[]>([])
  useEffect(
    () =>
      kit.watch((event) => {
        const timeText = new Date().toISOString().slice(11, 23)
        setEvents((previousEvents) =>
          [
            {
              key: (previousEvents[0]?.key ?? 0) + 1,
              at: timeText,
              type: event.type,
              detail: describeEvent(event),
            },
            ...previousEvents,
          ].slice(0, maxEvents),
        )
      }),
    [kit],
  )
  return events
}

/** Writes an event's fields as JSON on one line, without functions and images. */
export function describeEvent(event: KitEvent): string {
  const text = JSON.stringify(event, (key, value: unknown) => {
    if (key === 'type' || key === 'icon' || typeof value === 'function') return undefined
    return typeof value === 'bigint' ? value.toString() : value
  })
  // The event's type is shown beside this text, so only the other fields are written as JSON.
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

import type { Kit } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useKit } from './use-kit.ts'

/**
 * Calls `listener` for every event of the kit, after the event has changed the state. This does not
 * start the kit.
 * @param listener may be an inline function: each event calls the one of the newest render.
 */
export function useEvents(listener: Parameters<Kit['watch']>[0]): void {
  const kit = useKit()
  const newestListener = useRef(listener)
  useEffect(() => {
    newestListener.current = listener
  })
  useEffect(
    () => kit.watch((...eventArguments) => newestListener.current(...eventArguments)),
    [kit],
  )
}

import type { Kit } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useKit } from './use-kit.ts'

/**
 * Calls `listener` for every event of the kit after it changed the state; starts nothing by itself.
 * @param listener the newest function is called; it may be written inline.
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

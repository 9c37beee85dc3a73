import type { Kit } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useKit } from './use-kit.ts'

/**
 * Hears every event of the kit after it changed something; starts nothing by itself.
 * @param listener the newest one given is called; may be written in line.
 */
export function useEvents(listener: Parameters<Kit['watch']>[0]): void {
  const kit = useKit()
  const newest = useRef(listener)
  useEffect(() => {
    newest.current = listener
  })
  useEffect(() => kit.watch((...heard) => newest.current(...heard)), [kit])
}

import { useEffect, useRef, useState } from 'react'
import {
  type Arming,
  armingAfterActivity,
  blurArming,
  focusArming,
  isArmed,
  isClickAllowed,
  remainingWait,
  startArming,
  type UserActivity,
} from './arming.ts'

export interface ArmedButton {
  /**
   * Whether the button is drawn as armed. It affects only the display, because `takeClick` checks
   * the time itself.
   */
  readonly isArmed: boolean
  /**
   * Whether the request has been shown for less than a second. Assistive technology and test
   * drivers should wait for its end.
   */
  readonly isEarly: boolean
  readonly onPointerDown: () => void
  /** Returns whether a click may approve the request. */
  readonly takeClick: (event: { readonly isTrusted: boolean; readonly detail: number }) => boolean
}

/**
 * Arms the approval of `request`; when the request changes, arming starts again.
 * @param isThere - whether the visitor has already acted in this window, so that no movement is
 * needed
 */
export function useArming(request: string, isThere = false): ArmedButton {
  const arming = useRef<Arming>({
    ...startArming(performance.now(), document.hasFocus()),
    hasStirred: isThere,
  })
  const isArmedAtDown = useRef(false)
  const [armed, setArmed] = useState(false)
  const [early, setEarly] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request must start arming again.
  useEffect(() => {
    const timer: { id?: ReturnType<typeof setTimeout> } = {}
    const changeArming = (next: Arming): void => {
      arming.current = next
      clearTimeout(timer.id)
      const now = performance.now()
      const remainingMs = remainingWait(next, now)
      setArmed(isArmed(next, now))
      setEarly(remainingMs > 0)
      if (remainingMs > 0 && Number.isFinite(remainingMs))
        timer.id = setTimeout(() => changeArming(arming.current), remainingMs + 1)
    }
    const recordActivity = (kind: UserActivity, event: Event): void => {
      if (event.isTrusted && !arming.current.hasStirred)
        changeArming(armingAfterActivity(arming.current, kind, performance.now()))
    }
    const events = new AbortController()
    const listenerOptions = { signal: events.signal, capture: true } as const
    addEventListener(
      'pointermove',
      (event) => {
        // When a window appears under a resting pointer, the browser sends a move event although
        // nothing moved.
        if (event.movementX !== 0 || event.movementY !== 0) recordActivity('move', event)
      },
      listenerOptions,
    )
    addEventListener(
      'pointerdown',
      (event) => event.pointerType !== 'mouse' && recordActivity('touch', event),
      listenerOptions,
    )
    addEventListener(
      'keydown',
      (event) => event.key === 'Tab' && recordActivity('tab', event),
      listenerOptions,
    )
    addEventListener(
      'focus',
      (event) =>
        event.target === window && changeArming(focusArming(arming.current, performance.now())),
      listenerOptions,
    )
    addEventListener(
      'blur',
      (event) => event.target === window && changeArming(blurArming()),
      listenerOptions,
    )
    isArmedAtDown.current = false
    changeArming({ ...startArming(performance.now(), document.hasFocus()), hasStirred: isThere })
    return () => {
      events.abort()
      clearTimeout(timer.id)
    }
  }, [request])

  return {
    isArmed: armed,
    isEarly: early,
    onPointerDown() {
      isArmedAtDown.current = isArmed(arming.current, performance.now())
    },
    takeClick({ isTrusted, detail }) {
      const click = { isTrusted, detail, wasArmedAtDown: isArmedAtDown.current }
      isArmedAtDown.current = false
      return isClickAllowed(arming.current, click, performance.now())
    },
  }
}

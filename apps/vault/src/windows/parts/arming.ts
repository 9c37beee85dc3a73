/**
 * What the visitor has done since a request appeared, from which it follows whether a click may
 * approve. Times are in milliseconds of the same clock.
 */
export interface Arming {
  /**
   * When the request appeared, or when the window last got the focus, if that was later; null while
   * the window has no focus.
   */
  readonly since: number | null
  /** Whether the visitor moved a pointer, touched after the delay, or pressed Tab. */
  readonly hasStirred: boolean
}

export type UserActivity = 'move' | 'touch' | 'tab'

/**
 * Milliseconds for which clicks are ignored after a request appears, and after the window gets the
 * focus.
 */
export const armingDelayMs = 1_000

/** The state for a request that has just appeared. */
export function startArming(now: number, hasFocus: boolean): Arming {
  return { since: hasFocus ? now : null, hasStirred: false }
}

export function focusArming(arming: Arming, now: number): Arming {
  return { ...arming, since: now }
}

/** A window without focus approves nothing, and forgets earlier movements of the pointer. */
export function blurArming(): Arming {
  return { since: null, hasStirred: false }
}

/**
 * Records an activity of the visitor. Touches within the delay do not count. A later touch counts
 * as a movement, because a finger does not move before it touches.
 */
export function armingAfterActivity(arming: Arming, activity: UserActivity, now: number): Arming {
  const isEarlyTouch = activity === 'touch' && remainingWait(arming, now) > 0
  return isEarlyTouch || arming.hasStirred ? arming : { ...arming, hasStirred: true }
}

/** Milliseconds until a click can approve; Infinity while the window has no focus. */
export function remainingWait({ since }: Arming, now: number): number {
  return since === null ? Number.POSITIVE_INFINITY : Math.max(0, since + armingDelayMs - now)
}

export function isArmed(arming: Arming, now: number): boolean {
  return arming.hasStirred && remainingWait(arming, now) === 0
}

/** The properties of a click on Approve that decide whether it counts. */
export interface Click {
  readonly isTrusted: boolean
  /** `detail` of the click event; 0 when the click was made with the keyboard. */
  readonly detail: number
  /**
   * Whether the button was armed when the pointer was pressed on it; false when no pointer was
   * pressed.
   */
  readonly wasArmedAtDown: boolean
}

/** Whether a click on the button may approve the request. */
export function isClickAllowed(arming: Arming, click: Click, now: number): boolean {
  return click.isTrusted && isArmed(arming, now) && (click.detail === 0 || click.wasArmedAtDown)
}

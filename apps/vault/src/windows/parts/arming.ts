/** What has happened since a request stands on the screen; times in milliseconds of one clock. */
export interface Arming {
  /** When the request appeared, or the window got the focus after that; null while it has none. */
  readonly since: number | null
  /** A pointer moved, a finger came down after the delay, or Tab was pressed. */
  readonly hasStirred: boolean
}

export type Stir = 'move' | 'touch' | 'tab'

/**
 * How long a click is ignored after a request appears, and after the window gets the focus (ms).
 */
export const armingMs = 1_000

/** A request that has just been put on the screen. */
export function showArming(now: number, hasFocus: boolean): Arming {
  return { since: hasFocus ? now : null, hasStirred: false }
}

export function focusArming(arming: Arming, now: number): Arming {
  return { ...arming, since: now }
}

/** Without focus nothing is armed, and what stirred before counts no more. */
export function blurArming(): Arming {
  return { since: null, hasStirred: false }
}

/** A finger has nothing to move before it comes down: it counts when it comes after the delay. */
export function stirArming(arming: Arming, stir: Stir, now: number): Arming {
  const isEarly = stir === 'touch' && waitOf(arming, now) > 0
  return isEarly || arming.hasStirred ? arming : { ...arming, hasStirred: true }
}

/** How long approval still listens to nothing (ms); Infinity without focus. */
export function waitOf({ since }: Arming, now: number): number {
  return since === null ? Number.POSITIVE_INFINITY : Math.max(0, since + armingMs - now)
}

export function isArmed(arming: Arming, now: number): boolean {
  return arming.hasStirred && waitOf(arming, now) === 0
}

/** What of a click counts. */
export interface Click {
  readonly isTrusted: boolean
  /** Of the event: 0 for a key. */
  readonly detail: number
  /** Whether it was armed when the pointer came down on the button; false where none did. */
  readonly wasArmedAtDown: boolean
}

/** Whether a click may approve. */
export function mayApprove(arming: Arming, click: Click, now: number): boolean {
  return click.isTrusted && isArmed(arming, now) && (click.detail === 0 || click.wasArmedAtDown)
}

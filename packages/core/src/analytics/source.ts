import type { ErrorEvent, OwnEvent, TrackedEvent } from '@latchkey/protocol'
import type { Stop } from '../contract/stop.ts'
import type { KitFailure } from '../machine/state.ts'

export type Properties = Readonly<Record<string, unknown>>

/**
 * The functions by which a source of analytics, such as the kit or the dialog, reports events and
 * errors.
 */
export interface Recorder {
  /**
   * Records an analytics event with its properties; the active chain and the kind of device are
   * added.
   */
  track(event: TrackedEvent | OwnEvent, properties?: Properties): void
  /** Records an error of the kit itself. */
  fail(
    event: ErrorEvent,
    failure: KitFailure,
    details?: { readonly stack?: string; readonly isUncaught?: boolean },
  ): void
}

/**
 * A source of analytics: it watches something, such as the dialog, and records events until it is
 * stopped.
 */
export type AnalyticsSource = (recorder: Recorder) => Stop

import type { ErrorEvent, OwnEvent, TrackedEvent } from '@latchkey/protocol'
import type { Stop } from '../contract/stop.ts'
import type { KitFailure } from '../machine/state.ts'

export type Properties = Readonly<Record<string, unknown>>

/** Receives what an analytics source reports. */
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

/** Watches something and records events until stopped. */
export type AnalyticsSource = (recorder: Recorder) => Stop

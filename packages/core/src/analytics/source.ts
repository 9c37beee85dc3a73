import type { ErrorEvent, OwnEvent, TrackedEvent } from '@latchkey/protocol'
import type { Stop } from '../contract/contract.ts'
import type { KitFailure } from '../machine/state.ts'

export type Properties = Readonly<Record<string, unknown>>

/** Where a source says what happened. */
export interface Recorder {
  /** An analytics event with its properties; the active chain and the kind of device are added. */
  track(event: TrackedEvent | OwnEvent, properties?: Properties): void
  /** An error of the product itself. */
  fail(
    event: ErrorEvent,
    failure: KitFailure,
    more?: { readonly stack?: string; readonly isUncaught?: boolean },
  ): void
}

/** Turns what it watches into events until stopped. */
export type AnalyticsSource = (recorder: Recorder) => Stop

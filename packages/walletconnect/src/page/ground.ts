import type { TransportContext } from '@latchkey/core'
import type { Channel, Keep, Metadata, Relay } from '../contract.ts'

/** What all of the page's side stands on. */
export interface Ground {
  readonly context: TransportContext
  readonly metadata: Metadata
  readonly keep: Keep
  readonly channel: Channel
  readonly relays: readonly Relay[]
}

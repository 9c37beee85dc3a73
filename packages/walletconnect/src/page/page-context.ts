import type { KitStorage, TransportContext } from '@latchkey/core'
import type { Channel } from '../channel.ts'
import type { Keep, Metadata, Relay } from '../contract.ts'
import type { PageLinks } from '../link-mode/page-links.ts'

/** What all of the page's side stands on. */
export interface PageContext {
  readonly context: TransportContext
  readonly metadata: Metadata
  readonly keep: Keep
  /** Null where nothing is kept for later pages, and until that is known. */
  readonly storage: KitStorage | null
  readonly channel: Channel
  readonly relays: readonly Relay[]
  /** Where the owner allows messages inside links. */
  readonly links?: PageLinks | undefined
}

import type { KitStorage, TransportContext } from '@latchkey/core'
import type { Channel } from '../channel.ts'
import type { Keep, Metadata, Relay } from '../contract.ts'
import type { PageLinks } from '../link-mode/page-links.ts'

/** Services that the modules of the page's side of WalletConnect share. */
export interface PageContext {
  readonly context: TransportContext
  readonly metadata: Metadata
  readonly keep: Keep
  /**
   * The storage for later pages; null while it is not known whether anything can be stored, or when
   * nothing can.
   */
  readonly storage: KitStorage | null
  readonly channel: Channel
  readonly relays: readonly Relay[]
  /** Present when the owner enabled link mode. */
  readonly links?: PageLinks | undefined
}

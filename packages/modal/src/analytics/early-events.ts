import type { wallets } from '@latchkey/catalog/wallets'
import type { groupWallets, isPhone, Kit } from '@latchkey/core'
import type { RouterState } from '../contract/router.ts'
import type { connectGroups } from '../features/connect/connect-groups.ts'
import type { transportOf } from '../features/connect/transport-of.ts'

/**
 * Modules of the dialog's chunk that the analytics code uses. They are passed in as values, because
 * importing them from the analytics chunk would split the dialog's chunk.
 */
export interface DialogModules {
  readonly connectGroups: typeof connectGroups
  readonly isPhone: typeof isPhone
  readonly transportOf: typeof transportOf
  readonly groupWallets: typeof groupWallets
  readonly wallets: typeof wallets
}

/** The events between the visitor's first action and the loading of the analytics code. */
export interface EarlyEvents {
  readonly state: ReturnType<Kit['getState']>
  readonly news: Parameters<Parameters<Kit['watch']>[0]>[]
  /** States of the router in order; the first one is from before the dialog was opened. */
  readonly routers: RouterState[]
}

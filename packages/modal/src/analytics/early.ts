import type { wallets } from '@latchkey/catalog/wallets'
import type { groupWallets, Kit } from '@latchkey/core'
import type { RouterState } from '../contract/router.ts'
import type { connectGroups } from '../features/connect/connect-groups.ts'
import type { transportOf } from '../features/connect/transport-of.ts'
import type { isPhone } from '../shared/is-phone.ts'

/**
 * Of the dialog's own code: passed along, since a chunk that imported them would tear that one
 * apart.
 */
export interface DialogParts {
  readonly connectGroups: typeof connectGroups
  readonly isPhone: typeof isPhone
  readonly transportOf: typeof transportOf
  readonly groupWallets: typeof groupWallets
  readonly wallets: typeof wallets
}

/** What happened between the visitor's first act and the arrival of what counts it. */
export interface Early {
  readonly state: ReturnType<Kit['getState']>
  readonly news: Parameters<Parameters<Kit['watch']>[0]>[]
  /** One after the other, the first from before the dialog opened. */
  readonly routers: RouterState[]
}

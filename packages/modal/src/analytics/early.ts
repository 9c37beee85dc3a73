import type { Kit } from '@latchkey/core'
import type { RouterState } from '../router.ts'

/** What happened between the visitor's first act and the arrival of what counts it. */
export interface Early {
  readonly state: ReturnType<Kit['getState']>
  readonly news: Parameters<Parameters<Kit['watch']>[0]>[]
  /** One after the other, the first from before the dialog opened. */
  readonly routers: RouterState[]
}

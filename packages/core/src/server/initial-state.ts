import type { Namespace } from '@latchkey/protocol'
import type { LastSession } from '../machine/state.ts'

/**
 * The connections that a server read from the visitor's cookies: plain data, so that a server can
 * write it into the page. `cookieToInitialState` makes it.
 */
export interface InitialState {
  readonly connections: readonly { readonly connector: string; readonly last: LastSession }[]
  /** The namespace that was shown; absent when it is the kit's first. */
  readonly namespace?: Namespace
}

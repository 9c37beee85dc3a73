import type { InitialState, Kit } from '@latchkey/core'
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { createScope } from './create-scope.ts'
import { KitContext } from './kit-context.ts'

export declare namespace KitProvider {
  interface Props {
    /** Made once by `createKit`, outside of rendering. */
    readonly kit: Kit
    /**
     * Who is connected, as a server read it with `cookieToInitialState`. The page shows it until
     * the wallet itself has answered. Only that of the first render counts.
     */
    readonly initialState?: InitialState | undefined
    readonly children?: ReactNode
  }
}

/**
 * Gives a kit to the hooks below it and keeps it running, so that discovery and resuming start with
 * the first effect.
 * @param props.kit made once, outside of rendering.
 * @param props.initialState who is connected, as the server read it from the visitor's cookies.
 *
 * @example
 * const draw = (cookies: string | null) => (
 *   <KitProvider kit={kit} initialState={cookieToInitialState(kit, cookies)} />
 * )
 */
export function KitProvider({ kit, initialState, children }: KitProvider.Props): ReactElement {
  const [firstState] = useState(initialState)
  const scope = useMemo(() => createScope(kit, firstState), [kit, firstState])
  useEffect(() => scope.shown.subscribe(() => {}), [scope])
  return <KitContext.Provider value={scope}>{children}</KitContext.Provider>
}

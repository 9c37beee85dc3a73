import type { InitialState, Kit } from '@latchkey/core'
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { createScope } from './create-scope.ts'
import { KitContext } from './kit-context.ts'

export declare namespace KitProvider {
  interface Props {
    /** The kit, made once by `createKit`, outside of rendering. */
    readonly kit: Kit
    /**
     * Who is connected, as a server read it with `cookieToInitialState`. The page shows this until
     * the wallet itself has answered. Only the value of the first render is used.
     */
    readonly initialState?: InitialState | undefined
    readonly children?: ReactNode
  }
}

/**
 * Gives a kit to the hooks in the components below it and keeps the kit running, so that finding
 * wallets and resuming sessions start with the first effect.
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

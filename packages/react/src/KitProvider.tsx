import type { Kit, State } from '@latchkey/core'
import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react'
import { KitContext } from './kit-context.ts'

export declare namespace KitProvider {
  interface Props {
    /** Made once by `createKit`, outside of rendering. */
    readonly kit: Kit
    readonly children?: ReactNode
  }
}

/**
 * Gives a kit to the hooks below it and keeps it running, so that discovery and resuming start with
 * the first effect.
 * @param props.kit made once, outside of rendering.
 */
export function KitProvider({ kit, children }: KitProvider.Props): ReactElement {
  // The state is read in the first render, before any effect can change it. It thus equals the
  // state that the server rendered, also for parts of the page that hydrate later.
  const scope = useMemo(
    (): { kit: Kit; initial: State } => ({ kit, initial: kit.getState() }),
    [kit],
  )
  useEffect(() => kit.subscribe(() => {}), [kit])
  return <KitContext.Provider value={scope}>{children}</KitContext.Provider>
}

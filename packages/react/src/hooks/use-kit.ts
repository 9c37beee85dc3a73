import type { RegisteredKit } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useContext } from 'react'
import { KitContext, type Scope } from '../kit-context.ts'

/** Returns the kit of the nearest `KitProvider`; throws `config-invalid` when there is none. */
export function useKit(): RegisteredKit {
  return useScope().kit as RegisteredKit
}

/**
 * Returns the kit of the nearest provider, together with the states of it that the page shows and
 * that the server rendered.
 */
export function useScope(): Scope {
  const scope = useContext(KitContext)
  if (scope === null)
    throw new LatchkeyError('config-invalid', {
      reason: 'a hook was called outside of a KitProvider',
      fix: 'render <KitProvider kit={kit}> above the component',
    })
  return scope
}

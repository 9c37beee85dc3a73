import type { RegisteredKit } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useContext } from 'react'
import { KitContext, type Scope } from '../kit-context.ts'

/** The kit of the nearest `KitProvider`; throws `config-invalid` when there is none. */
export function useKit(): RegisteredKit {
  return useScope().kit as RegisteredKit
}

/** The kit, and what the page shows of it. */
export function useScope(): Scope {
  const scope = useContext(KitContext)
  if (scope === null)
    throw new LatchkeyError('config-invalid', {
      reason: 'a hook was called outside of a KitProvider',
      fix: 'render <KitProvider kit={kit}> above the component',
    })
  return scope
}

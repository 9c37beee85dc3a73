import type { ChainIdOf, RegisteredKit } from '@latchkey/core'
import { type Chain, type Namespace, namespaceOf } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useKit } from './use-kit.ts'

export declare namespace useChains {
  interface Parameters {
    /** Only this namespace is returned; default every namespace. */
    readonly namespace?: Namespace
  }
  type ReturnType = readonly Chain<ChainIdOf<RegisteredKit>>[]
}

/** The chains that the site owner configured, in the owner's order. */
export function useChains({ namespace }: useChains.Parameters = {}): useChains.ReturnType {
  const { chains } = useKit()
  return useMemo(
    () =>
      namespace === undefined ? chains : chains.filter(({ id }) => namespaceOf(id) === namespace),
    [chains, namespace],
  )
}

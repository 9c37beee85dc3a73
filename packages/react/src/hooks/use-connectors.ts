import type { Connector } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol'
import { useRead } from './use-read.ts'

export declare namespace useConnectors {
  interface Parameters {
    /** Only this namespace is returned; default every namespace. */
    readonly namespace?: Namespace
  }
}

/** Every connector found so far, in the order they were found. */
export function useConnectors({ namespace }: useConnectors.Parameters = {}): readonly Connector[] {
  return useRead((kit) =>
    Object.values(kit.getState().connectors).filter(
      (connector) => namespace === undefined || connector.namespaces.includes(namespace),
    ),
  )
}

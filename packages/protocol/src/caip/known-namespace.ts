import { type AccountId, type AssetId, type ChainId, type Namespace, namespaceOf } from './ids.ts'
import { namespaces } from './namespaces.ts'

/** Whether the namespace of an id is one of `namespaces`, or of a registered adapter. */
export function hasKnownNamespace(
  id: ChainId | AccountId | AssetId,
  registeredNamespaces: readonly Namespace[] = [],
): boolean {
  const namespace = namespaceOf(id)
  return (
    (namespaces as readonly Namespace[]).includes(namespace) ||
    registeredNamespaces.includes(namespace)
  )
}

import { LatchkeyError, type Namespace } from '@latchkey/protocol'
import { getAccount } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { AccountView } from '../machine/state.ts'

/**
 * Shows another namespace (chain family) on the page. The connection of that namespace, if there is
 * one, does not change.
 * @throws `chain-unsupported` when no adapter serves the namespace
 */
export function selectNamespace(
  kit: Kit,
  { namespace }: { readonly namespace: Namespace },
): AccountView {
  kit[inside].learn({ connection: reduceConnection })
  if (!readOwnField(kit.adapters, namespace))
    throw new LatchkeyError('chain-unsupported', { reason: namespace })
  kit[inside].dispatch({ type: 'namespace-selected', namespace })
  return getAccount(kit, { namespace })
}

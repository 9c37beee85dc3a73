import {
  type AccountId,
  addressOf,
  chainOf,
  hasKnownNamespace,
  isAccountId,
} from '@latchkey/protocol'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { readAddressOfName } from '../queries/address-of-name-query.ts'

export interface Receiver {
  /** Address of the receiver, without its chain. */
  readonly address: string
  readonly name?: string
}

/**
 * Finds the receiver that an address, a CAIP-10 id or a name stands for.
 * @throws `receiver-invalid` | `receiver-chain-mismatch` | `name-not-found` | what the look-up
 *   throws
 */
export async function resolveReceiver(
  kit: Kit,
  {
    from,
    to,
    signal,
  }: { readonly from: AccountId; readonly to: string; readonly signal?: AbortSignal | undefined },
): Promise<Receiver> {
  const chain = chainOf(from)
  const namespace = from.slice(0, from.indexOf(':'))
  const adapter = adapterOf(kit, namespace)
  if (to.length > 256) refuseWith('receiver-invalid')
  if (adapter.isAddress(to)) return { address: to }
  if (isAccountId(to)) {
    // A CAIP-10 id of an unknown namespace is refused as an invalid receiver, not as a receiver on
    // another chain.
    if (!hasKnownNamespace(to, Object.keys(kit.adapters))) refuseWith('receiver-invalid')
    if (chainOf(to) !== chain) refuseWith('receiver-chain-mismatch', chainOf(to))
    return adapter.isAddress(addressOf(to))
      ? { address: addressOf(to) }
      : refuseWith('receiver-invalid')
  }
  if (!adapter.read.addressOfName || !/^[^\s.]+(\.[^\s.]+)+$/.test(to))
    return refuseWith('receiver-invalid')
  try {
    const address = await readAddressOfName(kit, { chain, name: to, signal })
    if (address === null) return refuseWith('name-not-found', to)
    return adapter.isAddress(address) ? { address, name: to } : refuseWith('receiver-invalid')
  } catch (cause) {
    throw toError(kit, [namespace], cause, { unknown: 'name-not-found' })
  }
}

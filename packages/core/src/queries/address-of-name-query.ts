import { type ChainId, nameCacheMs } from '@latchkey/protocol'
import { type Cache, readCached } from '../gateway/read-cached.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import { readSource } from '../rpc/read-source.ts'

interface Parameters {
  /** CAIP-2 id of the chain on which the address is wanted. */
  readonly chain: ChainId
  readonly name: string
}

/**
 * Looks up the address of a name, without its chain; null when nobody owns the name or the chain
 * has no names. The result counts as fresh for 5 min. Names in the gateway operator's name zone are
 * read from the gateway, all others from the chain; servers that a resolver contract names
 * (EIP-3668) are never asked.
 * @throws `name-unavailable` | `read-unavailable` | the code from `Adapter.explain`
 */
export function addressOfNameQuery(kit: Kit, { chain, name }: Parameters): Query<string | null> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'address-of-name', chain, name),
    queryFn: ({ signal } = {}) => readAddressOfName(kit, { chain, name, signal }),
    staleTime: nameCacheMs,
  })
}

/** Cached addresses of names, by `{CAIP-2 chain} {name}`. */
const addressCacheOf: (kit: Kit) => Cache<string | null> = perKit(() => new Map())

/**
 * Looks a name up at most once in 5 min, so that a transfer goes to the same address that was
 * shown.
 */
export function readAddressOfName(
  kit: Kit,
  { chain, name, signal }: Parameters & { readonly signal?: AbortSignal | undefined },
): Promise<string | null> {
  const namespace = chain.slice(0, chain.indexOf(':'))
  const askAddress = async (): Promise<string | null> => {
    const { read } = adapterOf(kit, namespace)
    try {
      if (kit.options.gateway) {
        const { readZoneAddress: addressInZone } = await import('../names/read-zone-address.ts')
        const zoneAddress = await addressInZone(kit, { chain, name })
        if (zoneAddress !== undefined) return zoneAddress
      }
      return (await read.addressOfName?.(readSource(kit, { chain }), name)) ?? null
    } catch (cause) {
      throw toError(kit, [namespace], cause, {
        unknown: 'read-unavailable',
        // A name that needs an off-chain look-up (EIP-3668) is reported as unavailable; its
        // resolver signals that only by a revert.
        'execution-reverted': 'name-unavailable',
      })
    }
  }
  return readCached(addressCacheOf(kit), `${chain} ${name}`, nameCacheMs, askAddress, signal)
}

/** Removes the cached addresses of a name, on all chains, after the name has changed. */
export function forgetName(kit: Kit, name: string): void {
  const addresses = addressCacheOf(kit)
  for (const key of [...addresses.keys()]) {
    if (key.toLowerCase().endsWith(` ${name}`)) addresses.delete(key)
  }
}

import { type ChainId, coinTypeOf, namespaceOf } from '@latchkey/protocol'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { labelInZone, nameZone, zoneFailure } from './name-zone.ts'
import { readName } from './read-name.ts'

/** Pattern of the labels that the gateway accepts. */
const labelPattern = /^(?!..--)[a-z\d-]{3,64}$/

/**
 * Returns the address of a name in the gateway operator's name zone on the requested chain; if
 * there is none, its address on Ethereum, else its first address. Null when nobody owns the name,
 * undefined when the name is not in the zone. Only the gateway is asked; off-chain look-ups
 * (EIP-3668) are the task of the zone's resolver.
 * @throws `name-unavailable` | `aborted`
 */
export async function readZoneAddress(
  kit: Kit,
  {
    chain,
    name,
    signal,
  }: { readonly chain: ChainId; readonly name: string; readonly signal?: AbortSignal | undefined },
): Promise<string | null | undefined> {
  const { zone } = (await nameZone(kit, signal).catch(() => undefined)) ?? {}
  const label = zone && labelInZone(zone, name)
  if (label === undefined || !zone) return undefined
  const coinType = coinTypeOf(chain)
  if (coinType === undefined || !labelPattern.test(label)) return null
  try {
    const addresses = (await readName(kit, `${label}.${zone}`, signal))?.addresses ?? {}
    const { address } = addresses[coinType] ?? addresses[60] ?? Object.values(addresses)[0] ?? {}
    return address && adapterOf(kit, namespaceOf(chain)).isAddress(address) ? address : null
  } catch (cause) {
    throw zoneFailure('name-unavailable', cause)
  }
}

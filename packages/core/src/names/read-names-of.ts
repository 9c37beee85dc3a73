import {
  type AccountId,
  addressOf,
  chainOf,
  isRegisteredNames,
  type RegisteredName,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import { getFromGateway } from '../gateway/get.ts'
import { isSupported } from '../gateway/supported-chains.ts'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'
import { labelInZone, nameZone, zoneFailure } from './name-zone.ts'

/** Reads the names that an account owns, as described for `namesOfQuery`. */
export async function readNamesOf(
  kit: Kit,
  account: AccountId,
  signal?: AbortSignal,
): Promise<readonly RegisteredName[]> {
  try {
    const { zone } = (await nameZone(kit, signal)) ?? {}
    if (!zone || !(await isSupported(kit, chainOf(account), signal))) return []
    const address = addressOf(account)
    return await withTimeout(rpcTimeoutMs, signal, (innerSignal) =>
      getFromGateway(kit, `v1/profile/reverse/${encodeURIComponent(address)}`, {
        query: { sender: address, apiVersion: 2 },
        signal: innerSignal,
        read: (answer) =>
          isRegisteredNames(answer) &&
          answer.every(({ name }) => labelInZone(zone, name) !== undefined)
            ? answer
            : null,
      }),
    )
  } catch (cause) {
    throw zoneFailure('names-unavailable', cause)
  }
}

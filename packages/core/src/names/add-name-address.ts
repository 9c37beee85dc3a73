import {
  type AccountId,
  addressOf,
  chainOf,
  coinTypeOf,
  inWords,
  namespaceOf,
  type RegisteredName,
} from '@latchkey/protocol'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { changeName } from './change-name.ts'

/**
 * Sets the address of a name in the gateway operator's name zone (such as `latchkey.eth`) on one
 * more chain, or replaces it there; the owner's wallet signs exactly the text that is sent. Whether
 * the address belongs to the owner is not checked.
 * @throws `chain-unsupported` | `receiver-invalid` | `name-not-owned` | `name-not-found` |
 *   `name-invalid` | `name-message-expired` | `name-change-failed` | `not-connected` | what
 *   `signMessage` throws
 */
export function addNameAddress(
  kit: Kit,
  parameters: addNameAddress.Parameters,
): Promise<RegisteredName> {
  return inWords(runAddNameAddress(kit, parameters))
}

async function runAddNameAddress(
  kit: Kit,
  parameters: addNameAddress.Parameters,
): Promise<RegisteredName> {
  const { name, account, signal } = parameters
  const [chain, address] = [chainOf(account), addressOf(account)]
  const coinType = coinTypeOf(chain) ?? refuseWith('chain-unsupported', chain)
  const adapter = adapterOf(kit, namespaceOf(chain))
  if (!adapter.isAddress(address)) refuseWith('receiver-invalid', address)
  const isDone = ({ addresses }: RegisteredName): boolean => {
    const registeredAddress = addresses[coinType]?.address
    return registeredAddress !== undefined && adapter.isSameAddress(registeredAddress, address)
  }
  return changeName(kit, {
    name,
    path: 'address',
    content: { coin_type: coinType, address },
    isDone,
    signal,
  })
}

export declare namespace addNameAddress {
  type Parameters = {
    /** The whole name (`ada.latchkey.eth`) or its first label, in any letter case. */
    readonly name: string
    /** CAIP-10 id of the account to which the name will resolve on that account's chain. */
    readonly account: AccountId
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = RegisteredName
}

import {
  type AccountId,
  addressOf,
  coinTypeOf,
  inWords,
  namespaceOf,
  type RegisteredName,
} from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import { toFailure } from '../machine/failure.ts'
import { getAccount } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import { note } from '../machine/note.ts'
import { forgetName } from '../queries/address-of-name-query.ts'
import { signMessage } from '../sign/sign-message.ts'
import { checkedAttributes, type NameAttributes } from './checked-attributes.ts'
import { isLabel, labelInZone, nameZone, zoneFailure } from './name-zone.ts'
import { readName } from './read-name.ts'
import { readNamesOf } from './read-names-of.ts'
import { submitName } from './submit-name.ts'

/**
 * Registers a name in the gateway operator's name zone for the connected account: the wallet signs
 * exactly the text that is sent, on its present chain. A name that is already known to be refused
 * fails before the wallet is asked.
 * @throws `name-too-short` | `name-invalid` | `name-taken` | `name-owned-already` |
 *   `name-message-expired` | `name-registration-failed` | `not-connected` | `chain-unsupported` |
 *   what `signMessage` throws
 */
export function registerName(
  kit: Kit,
  parameters: registerName.Parameters,
): Promise<RegisteredName> {
  return inWords(runRegisterName(kit, parameters))
}

async function runRegisterName(
  kit: Kit,
  parameters: registerName.Parameters,
): Promise<RegisteredName> {
  const { name: requestedName, attributes = {}, signal } = parameters
  const { account, chain } = getAccount(kit)
  if (!account) return refuseWith('not-connected')
  const coinType = coinTypeOf(chain) ?? refuseWith('chain-unsupported', chain)
  const name = await checkedName(kit, requestedName, signal)
  checkedAttributes(attributes, 'name-registration-failed')
  await checkFree(kit, account, name, signal)
  const nameFields = { account, name }
  note(kit, { type: 'name-asked', ...nameFields })
  try {
    const message = JSON.stringify({ name, attributes, timestamp: Math.floor(Date.now() / 1000) })
    const { signature } = await signMessage(kit, { message, account, signal })
    const body = { coin_type: coinType, address: addressOf(account), message, signature }
    const registeredName = await submitName(kit, {
      name,
      body,
      namespace: namespaceOf(chain),
      signal,
    })
    forgetName(kit, name)
    note(kit, { type: 'name-registered', ...nameFields })
    return registeredName
  } catch (error) {
    const registrationError = zoneFailure('name-registration-failed', error)
    note(kit, { type: 'name-failed', ...nameFields, error: toFailure(registrationError) })
    throw registrationError
  }
}

export declare namespace registerName {
  type Parameters = {
    /** The whole name (`ada.latchkey.eth`) or its first label, in any letter case. */
    readonly name: string
    readonly attributes?: NameAttributes | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = RegisteredName
}

async function checkedName(
  kit: Kit,
  requestedName: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const text = requestedName.trim().toLowerCase()
  const dotIndex = text.indexOf('.')
  const label = dotIndex < 0 ? text : text.slice(0, dotIndex)
  if (label.length < 4) refuseWith('name-too-short', label)
  if (!isLabel(label)) refuseWith('name-invalid', label)
  const { zone } =
    (await nameZone(kit, signal).catch((cause) => {
      throw zoneFailure('name-registration-failed', cause)
    })) ?? refuseWith('name-registration-failed', 'the gateway keeps no names')
  if (dotIndex >= 0 && labelInZone(zone, text) !== label)
    refuseWith('name-invalid', `names here end in .${zone}`)
  return `${label}.${zone}`
}

async function checkFree(
  kit: Kit,
  account: AccountId,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [taken, owned, zone] = await Promise.all([
    readName(kit, name, signal),
    readNamesOf(kit, account, signal),
    nameZone(kit, signal),
  ]).catch((cause) => {
    throw zoneFailure('name-registration-failed', cause)
  })
  if (owned.length >= (zone?.perAddress ?? 1)) refuseWith('name-owned-already', owned[0]?.name)
  if (taken) refuseWith('name-taken', name)
}

import {
  addressOf,
  coinTypeOf,
  hasCode,
  isRegisteredName,
  LatchkeyError,
  type RegisteredName,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import { getAccount } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import { forgetName } from '../queries/address-of-name-query.ts'
import { signMessage } from '../sign/sign-message.ts'
import { isLabel, labelInZone, nameZone, zoneFailure } from './name-zone.ts'
import { readName } from './read-name.ts'

interface Parameters {
  /** The whole name or its first label, in any letter case. */
  readonly name: string
  readonly path: 'attributes' | 'address'
  /** The fields of the message to sign, except its time. */
  readonly content: Readonly<Record<string, unknown>>
  /**
   * Whether the name already has the requested content. This is also checked after a failure,
   * because the change may have been made although its answer was lost.
   */
  readonly isDone: (registeredName: RegisteredName) => boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Changes a name in the gateway operator's name zone by a message that the name's owner signs. A
 * change that is already known to be refused fails before the wallet is asked.
 * @throws `not-connected` | `chain-unsupported` | `name-invalid` | `name-not-found` |
 *   `name-not-owned` | `name-message-expired` | `name-change-failed` | what `signMessage` throws
 */
export async function changeName(kit: Kit, parameters: Parameters): Promise<RegisteredName> {
  const { path, content, isDone, signal } = parameters
  const { account, chain } = getAccount(kit)
  if (!account) return refuseWith('not-connected')
  const coinType = coinTypeOf(chain) ?? refuseWith('chain-unsupported', chain)
  try {
    const { name, updated_at: updatedAt } = await findRegisteredName(kit, parameters.name, signal)
    const message = JSON.stringify({
      ...content,
      timestamp: nextUnixSecond(Date.parse(updatedAt ?? '')),
    })
    const { signature } = await signMessage(kit, { message, account, signal })
    const body = { coin_type: coinType, address: addressOf(account), message, signature }
    const changedName = await submitChange(kit, { name, path, body, isDone, signal })
    forgetName(kit, name)
    return changedName
  } catch (error) {
    throw zoneFailure('name-change-failed', error)
  }
}

async function findRegisteredName(
  kit: Kit,
  requestedName: string,
  signal: AbortSignal | undefined,
): Promise<RegisteredName> {
  const { zone } =
    (await nameZone(kit, signal)) ?? refuseWith('name-change-failed', 'the gateway keeps no names')
  const text = requestedName.trim().toLowerCase()
  const name = text.includes('.') ? text : `${text}.${zone}`
  const label = labelInZone(zone, name)
  if (label === undefined || !isLabel(label))
    refuseWith('name-invalid', `names here end in .${zone}`)
  // The name's owner is read from the gateway, because a name may resolve to another address than
  // its owner's.
  return (await readName(kit, name, signal)) ?? refuseWith('name-not-found', name)
}

/**
 * Returns the time for the next signed message, in whole seconds. Each message needs a later time
 * than the one before, and two quick changes may fall into the same second.
 */
function nextUnixSecond(changedAt: number): number {
  const [now, last] = [Date.now(), changedAt].map((timeMs) => Math.floor(timeMs / 1000)) as [
    number,
    number,
  ]
  return last >= now && last - now < 3 ? last + 1 : now
}

async function submitChange(
  kit: Kit,
  {
    name,
    path,
    body,
    isDone,
    signal,
  }: Pick<Parameters, 'path' | 'isDone' | 'signal'> & { name: string; body: object },
): Promise<RegisteredName> {
  try {
    return await withTimeout(rpcTimeoutMs, signal, (innerSignal) =>
      postToGateway(kit, `v1/profile/account/${encodeURIComponent(name)}/${path}`, {
        body: { ...body },
        signal: innerSignal,
        read: (answer) =>
          isRegisteredName(answer) && answer.name === name && isDone(answer) ? answer : null,
      }),
    )
  } catch (cause) {
    if (signal?.aborted) throw cause
    const { field, sourceCode } = hasCode(cause, 'gateway-refused') ? cause.context : {}
    // When the gateway has several addresses, the first one may have made the change without
    // answering, so the name is read again.
    const registeredName = await readName(kit, name, signal).catch(() => null)
    if (registeredName && isDone(registeredName)) return registeredName
    if (sourceCode === 400 && field === 'timestamp')
      throw new LatchkeyError('name-message-expired', { cause })
    if (sourceCode === 401 && field === 'address')
      throw new LatchkeyError('name-not-owned', { cause })
    throw cause
  }
}

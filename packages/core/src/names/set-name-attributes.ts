import { inWords, type RegisteredName } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { changeName } from './change-name.ts'
import { checkedAttributes, type NameAttributes } from './checked-attributes.ts'

/**
 * Replaces all attributes of a name in the gateway operator's name zone; the wallet signs exactly
 * the text that is sent.
 * @throws `name-not-owned` | `name-not-found` | `name-invalid` | `name-message-expired` |
 *   `name-change-failed` | `not-connected` | `chain-unsupported` | what `signMessage` throws
 */
export function setNameAttributes(
  kit: Kit,
  parameters: setNameAttributes.Parameters,
): Promise<RegisteredName> {
  return inWords(runSetNameAttributes(kit, parameters))
}

async function runSetNameAttributes(
  kit: Kit,
  parameters: setNameAttributes.Parameters,
): Promise<RegisteredName> {
  const attributes = checkedAttributes(parameters.attributes, 'name-change-failed')
  const isDone = ({ attributes: storedAttributes }: RegisteredName): boolean => {
    const [wantedEntries, storedEntries] = [attributes, storedAttributes ?? {}].map((one) =>
      Object.entries(one).sort(),
    )
    return JSON.stringify(wantedEntries) === JSON.stringify(storedEntries)
  }
  return changeName(kit, { ...parameters, path: 'attributes', content: { attributes }, isDone })
}

export declare namespace setNameAttributes {
  type Parameters = {
    /** The whole name (`ada.latchkey.eth`) or its first label, in any letter case. */
    readonly name: string
    /** All attributes that the name is to have; one that is left out is deleted. */
    readonly attributes: NameAttributes
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = RegisteredName
}

import { inWords, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { Prompt } from '../contract/connector.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { raceSignal } from '../race-signal.ts'

/**
 * Makes the prompt of `connect` (such as a pairing link) ahead of the click, so that one tap can
 * open the wallet. Null when the wallet needs no such prompt. A second call returns the same prompt
 * as long as the prompt is valid.
 * @throws `connector-not-found` | `relay-unreachable` | `aborted` | what the transport throws
 */
export function prepareConnect(
  kit: Kit,
  parameters: prepareConnect.Parameters,
): Promise<prepareConnect.ReturnType> {
  return inWords(runPrepareConnect(kit, parameters))
}

async function runPrepareConnect(
  kit: Kit,
  parameters: prepareConnect.Parameters,
): Promise<prepareConnect.ReturnType> {
  const { connector: id, signIn = false, signal = new AbortController().signal } = parameters
  const connector = readOwnField(kit.getState().connectors, id)
  if (!connector) throw new LatchkeyError('connector-not-found', { reason: id })
  if (!connector.prepare) return null
  try {
    const storedChallenge = signIn
      ? (await import('../sign/index.ts')).keepChallenge(kit, connector, signIn)
      : undefined
    const challenge = await storedChallenge?.challenge
    const pendingPrompt = connector.prepare({
      chains: kit.chains.filter((chain) => connector.namespaces.includes(namespaceOf(chain.id))),
      signal,
      ...(challenge ? { signIn: challenge } : {}),
    })
    const prompt = await raceSignal(pendingPrompt, signal)
    if (storedChallenge && prompt.kind === 'uri') storedChallenge.until = prompt.expiresAt
    return prompt
  } catch (cause) {
    throw toError(kit, connector.namespaces, cause)
  }
}

export declare namespace prepareConnect {
  type Parameters = {
    /** Id of the connector whose prompt is prepared. */
    readonly connector: string
    /** Whether the prompt includes the sign-in, as in `connect`; default false. */
    readonly signIn?: boolean | 'one-prompt' | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = Prompt | null
}

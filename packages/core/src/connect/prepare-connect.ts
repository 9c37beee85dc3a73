import { inWords, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { Prompt } from '../contract/contract.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwn } from '../machine/read-own.ts'
import { raceSignal } from '../race-signal.ts'

/**
 * Makes, on intent, what `connect` would show, so that a tap can open it by itself; null where the
 * wallet needs nothing of the kind. Called again it gives the same while that lives.
 * @throws `connector-not-found` | `relay-unreachable` | `aborted` | what the transport says
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
  const connector = readOwn(kit.getState().connectors, id)
  if (!connector) throw new LatchkeyError('connector-not-found', { reason: id })
  if (!connector.prepare) return null
  try {
    const kept = signIn ? (await import('./finish-connect.ts')).keepChallenge(kit, id) : undefined
    const challenge = await kept?.challenge
    const prepared = connector.prepare({
      chains: kit.chains.filter((chain) => connector.namespaces.includes(namespaceOf(chain.id))),
      signal,
      ...(challenge ? { signIn: challenge } : {}),
    })
    const prompt = await raceSignal(prepared, signal)
    if (kept && prompt.kind === 'uri') kept.until = prompt.expiresAt
    return prompt
  } catch (cause) {
    throw toError(kit, connector.namespaces, cause)
  }
}

export declare namespace prepareConnect {
  type Parameters = {
    /** Connector id. */
    readonly connector: string
    /** Carries the sign-in, as `connect` would; default false. */
    readonly signIn?: boolean | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = Prompt | null
}

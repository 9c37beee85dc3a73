import { namespaceOf } from '@latchkey/protocol'
import type { Connector, TogetherPrompt } from '../contract/connector.ts'
import { checkGrant } from '../machine/check-grant.ts'
import { heldNamespaces } from '../machine/held.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { raceSignal } from '../race-signal.ts'

/**
 * Connects the other chain families (such as Solana) of a wallet that has just been connected for
 * one, without a second prompt, because the wallet's answer to the first prompt covers them. A
 * family is left out when the wallet grants no account of it, when its connector is connected
 * already, or when another wallet is active for it and the feature `multiWallet` is off. The chain
 * family that the page shows does not change. Returns the ids of the connectors that were
 * connected.
 */
export async function joinFamilies(
  kit: Kit,
  {
    connector: { id: first, together: key },
    together,
    signal = new AbortController().signal,
  }: {
    readonly connector: Connector
    readonly together: TogetherPrompt
    readonly signal: AbortSignal | undefined
  },
): Promise<readonly string[]> {
  const joinedIds: string[] = []
  if (key === undefined) return joinedIds
  for (const connector of Object.values(kit.getState().connectors)) {
    const { id, namespaces } = connector
    const { active, connections, features } = kit.getState()
    const isIdle =
      !readOwnField(connections, id) &&
      (features.multiWallet === true ||
        namespaces.every((namespace) => readOwnField(active, namespace) === undefined))
    if (id === first || connector.together !== key || !isIdle) continue
    const chains = kit.chains.filter((chain) => namespaces.includes(namespaceOf(chain.id)))
    const answer = connector.connect({
      chains,
      silent: true,
      together,
      signal,
      onPrompt: () => undefined,
    })
    const sessions = await raceSignal(answer, signal).then(
      (grant) => checkGrant(kit, connector, grant).sessions,
      () => [],
    )
    if (sessions.length === 0) continue
    const attempt = kit[inside].newAttempt()
    // The other chain families are resumed instead of connected, because resuming replaces no other
    // connection and changes nothing that is shown.
    kit[inside].dispatch({
      type: 'resume-started',
      connector: id,
      attempt,
      last: { sessions, hidden: [] },
    })
    kit[inside].dispatch({ type: 'resume-granted', connector: id, attempt, sessions })
    if (heldNamespaces(readOwnField(kit.getState().connections, id)).length) joinedIds.push(id)
  }
  return joinedIds
}

import { namespaceOf } from '@latchkey/protocol'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import {
  formatRecap,
  grantOfRecap,
  makeRecap,
  mergeRecaps,
  recapOfResources,
} from '../cacao/recap.ts'
import { signInText } from '../cacao/sign-in-text.ts'
import type { Incoming } from '../channel.ts'
import { linkOfRedirect } from '../link-mode/link-message.ts'
import type { WalletOptions } from '../wallet-contract.ts'
import { refuseAuthentication } from './answer-authentication.ts'
import { releaseHeldProposal } from './meet-proposal.ts'
import { readAskedAuthentication } from './read-asked.ts'
import { showPendingEntry, signInFieldsOf } from './show-pending-entry.ts'
import type { Wallet } from './wallet.ts'

/**
 * Handles a one-click sign-in, which comes over a relay or inside a link. It replaces the proposal
 * of the same pairing.
 */
export async function handleAuthentication(wallet: Wallet, incoming: Incoming): Promise<void> {
  const { topic, id, params, relay } = incoming
  const pairing = wallet.book.pairings.get(topic)
  const authentication = readAskedAuthentication(params)
  const payload = authentication && narrowPayload(authentication.payload, wallet.options.supports)
  if (!authentication || !payload || !isSignable(payload)) {
    if (pairing && wallet.held.has(topic)) return releaseHeldProposal(wallet, pairing)
    if (authentication && relay)
      await refuseAuthentication(
        wallet,
        { ...authentication, id, topic, relay: relay.url, isAutomatic: true },
        { code: 5100, message: 'Unsupported chains' },
      )
    return
  }
  clearTimeout(wallet.held.get(topic)?.timer)
  wallet.held.delete(topic)
  if (
    authentication.expiresAt <= Date.now() ||
    (!relay && !linkOfRedirect(authentication.metadata.redirect))
  )
    return
  const { publicKey, metadata, expiresAt } = authentication
  // The proposal of the same pairing is removed, because approving it too would open a second
  // session for one consent.
  for (const [key, waiting] of wallet.book.waiting) {
    if (waiting.kind === 'proposal' && waiting.topic === topic && waiting.publicKey === publicKey) {
      wallet.book.waiting.delete(key)
      wallet.emit({ type: 'expired', id: waiting.id })
    }
  }
  showPendingEntry(wallet, {
    kind: 'authentication',
    id,
    topic,
    ...(relay ? { relay: relay.url } : {}),
    expiresAt,
    publicKey,
    metadata,
    payload,
  })
}

/**
 * Reduces a payload to what the wallet supports, before it is shown and signed. Undefined when no
 * chain is left.
 */
function narrowPayload(
  payload: AuthPayload,
  supports: WalletOptions['supports'],
): AuthPayload | undefined {
  const chains = payload.chains.filter((chain) => supports?.chains?.includes(chain) ?? true)
  const recap = recapOfResources(payload.resources)
  const [first] = chains
  if (!first) return undefined
  if (!recap) return { ...payload, chains }
  const namespace = namespaceOf(first)
  const methods = grantOfRecap(recap, namespace).methods.filter(
    (method) => supports?.methods?.includes(method) ?? true,
  )
  const otherAbilities = Object.entries(recap.att[namespace] ?? {}).filter(
    ([ability]) => !ability.startsWith('request/'),
  )
  const remainingRecap = { att: { ...recap.att, [namespace]: Object.fromEntries(otherAbilities) } }
  const resources = [...(payload.resources ?? []).slice(0, -1)]
  if (methods.length > 0)
    resources.push(formatRecap(mergeRecaps(remainingRecap, makeRecap(namespace, methods, chains))))
  return { ...payload, chains, resources }
}

function isSignable(payload: AuthPayload): boolean {
  try {
    return payload.chains.every(
      (chain) => signInText(`${chain}:0x0`, signInFieldsOf(payload)) !== '',
    )
  } catch {
    return false
  }
}

import { type ChainId, namespaceOf, type RecentWallet } from '@latchkey/protocol'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceChoice } from '../machine/reduce-choice.ts'
import type { State } from '../machine/state.ts'
import { chosenConnectorsOf } from '../storage/chosen-connectors.ts'
import { readStored } from '../storage/stored.ts'

/**
 * Restores what earlier pages stored: the chains, the chain family that the page shows, recent
 * wallets and pending transactions into the kit's state, and the names that buttons show into
 * `kit[inside].names`.
 */
export function restore(kit: Kit): void {
  for (const entry of listStored(kit, 'names')) {
    if (isNameEntry(entry)) kit[inside].names.set(...entry)
  }
  const pendingEntries = listStored(kit, 'pending')
  if (pendingEntries.length)
    import('./restore-pending.ts')
      .then(({ restorePending }) => restorePending(kit, pendingEntries))
      .catch(() => {
        // The error is ignored: the transactions stay in storage for the next page load.
      })
  restoreChoices(kit)
  // After a reload, the kit asks the owner's server for the session; the visitor is not prompted. A
  // kit without the option `signIn` asks the gateway, and only if a visitor has signed in before.
  if (kit.options.signIn || readStored(kit, 'sign-in'))
    import('../sign/index.ts').then(
      ({ followSignIn }) => followSignIn(kit),
      () => {
        // When the code of the sign-in cannot be loaded, the visitor counts as signed out; the page
        // may ask again.
      },
    )
}

/**
 * Restores the visitor's choices: the chains, the chain family that the page shows, the active
 * wallets and the recent wallets.
 */
export function restoreChoices(kit: Kit): void {
  kit[inside].learn({ choice: reduceChoice })
  const storedActive = readStored(kit, 'active') as
    | { namespace?: unknown; chains?: unknown; connectors?: unknown }
    | null
    | undefined
  const storedChainIds = Object.values((storedActive?.chains ?? {}) as Record<string, unknown>)
  const chains: Record<string, ChainId> = {}
  for (const { id } of kit.chains) {
    if (storedChainIds.includes(id)) chains[namespaceOf(id)] = id
  }
  // The stored entry is untrusted: the reducer takes only those connectors from it whose connection
  // holds the namespace.
  const choice = storedActive?.connectors as State['active'] | undefined
  const chosenConnectors = chosenConnectorsOf(kit)
  const isNewChoice = JSON.stringify(choice) !== JSON.stringify(chosenConnectors.choice)
  chosenConnectors.choice = choice
  const namespace = storedActive?.namespace
  const recentWallets = listStored(kit, 'recent').filter(isRecentWallet)
  const isKnownNamespace =
    typeof namespace === 'string' && readOwnField(kit.adapters, namespace) !== undefined
  if (isKnownNamespace || recentWallets.length || Object.keys(chains).length)
    kit[inside].dispatch({
      type: 'restored',
      chains,
      recent: recentWallets,
      transactions: [],
      ...(isKnownNamespace ? { namespace } : {}),
      ...(isNewChoice && { active: choice }),
    })
}

function listStored(kit: Kit, name: 'names' | 'pending' | 'recent'): readonly unknown[] {
  const storedValue = readStored(kit, name)
  return Array.isArray(storedValue) ? storedValue.slice(0, 100) : []
}

function isText(value: unknown, maxLength = 200): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxLength
}

function isNameEntry(entry: unknown): entry is [address: string, name: string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((text) => isText(text))
}

function isRecentWallet(entry: unknown): entry is RecentWallet {
  const { id, name, image_id, mobile_link, universal_link } = (entry ?? {}) as Record<
    string,
    unknown
  >
  const isBoundedText = (text: unknown, maxLength?: number): boolean =>
    text === undefined || isText(text, maxLength)
  return (
    isText(id) &&
    isText(name) &&
    isBoundedText(image_id) &&
    [mobile_link, universal_link].every((link) => isBoundedText(link, 2000))
  )
}

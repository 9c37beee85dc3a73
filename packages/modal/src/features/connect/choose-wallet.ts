import { isPhone, type Kit, type WalletLink } from '@latchkey/core'
import type { ViewModal } from '../../contract/view.ts'
import type { ConnectWords } from '../../words/words.ts'
import { canReachWallet } from './can-reach-wallet.ts'
import type { Choice } from './choice.ts'
import { transportOf } from './transport-of.ts'

type Modal = ViewModal<ConnectWords>

/** Handles a click on a wallet; the request to the wallet starts during the click. */
export function chooseWallet(kit: Kit, modal: Modal, { id, connectors, listing }: Choice): void {
  const [first] = connectors
  const state = kit.getState()
  const transport = transportOf(state)
  // When all chain families are connected by one prompt, the visitor need not choose a family.
  const hasSeveralConnectors =
    new Set(connectors.map((one) => state.connectors[one]?.together ?? one)).size > 1
  if (hasSeveralConnectors) modal.push({ view: 'ConnectingMultiChain', wallet: id, connectors })
  else if (first !== undefined) modal.connect(first)
  else if (transport && listing && canReachWallet(listing, isPhone()))
    modal.connect(transport.id, listing)
  else modal.push(listing ? { view: 'Downloads', wallet: listing } : { view: 'GetWallet' })
}

/**
 * The link that opens the wallet's app on this phone when the visitor taps the wallet; the tap also
 * calls `chooseWallet`. Returns `wait` while the link is not ready yet, and undefined when a tap
 * only calls `chooseWallet`.
 */
export function walletLinkOf(
  kit: Kit,
  modal: Modal,
  { connectors, listing }: Choice,
): WalletLink | 'wait' | undefined {
  if (
    connectors.length > 0 ||
    !listing ||
    !isPhone() ||
    !canReachWallet(listing, true) ||
    !transportOf(kit.getState())
  )
    return undefined
  const link = modal.linkTo(listing)
  return link === undefined ? 'wait' : (link ?? undefined)
}

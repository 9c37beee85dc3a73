import type { ViewModal } from '../view.ts'
import type { ConnectWords } from '../words/words.ts'
import type { Choice } from './choice.ts'

/** What a click on a wallet does; the question to the wallet begins within the click. */
export function choose(modal: ViewModal<ConnectWords>, { id, connectors, listing }: Choice): void {
  const [first] = connectors
  if (connectors.length > 1) modal.push({ view: 'ConnectingMultiChain', wallet: id, connectors })
  else if (first !== undefined) modal.connect(first)
  else modal.push(listing ? { view: 'GetWallet', wallet: listing } : { view: 'GetWallet' })
}

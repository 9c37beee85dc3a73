import type { Modal, PlainViewName } from './modal.ts'
import type { ModalListeners } from './modal-event.ts'

/** A view whose parameters are all optional may be opened by its name. */
export const plain: readonly PlainViewName[] = ['Connect', 'Account', 'Swap', 'OnRampProviders']

export const others: readonly PlainViewName[] = [
  // @ts-expect-error: it needs the id of a transaction
  'SendReview',
  // @ts-expect-error: it needs a connector and a network
  'ConnectingSocial',
  // @ts-expect-error: there is no such view
  'Nowhere',
]

declare const modal: Modal

// A page opens a view with its parameters, by name where it needs none.
void modal.open({ view: 'Account' })
void modal.open({ view: { view: 'Networks', search: 'Base' } })
void modal.open({ view: { view: 'SwitchNetwork', chain: 'eip155:1' } })
void modal.connect({ connector: 'injected:io.example.wallet' })
// @ts-expect-error: there is no such view
void modal.open({ view: { view: 'Nowhere' } })
// @ts-expect-error: the view has no such parameter
void modal.open({ view: { view: 'Networks', find: 'Base' } })
// @ts-expect-error: a network is a CAIP-2 id
void modal.open({ view: { view: 'SwitchNetwork', chain: 1 } })
// @ts-expect-error: it needs the network
void modal.open({ view: { view: 'SwitchNetwork' } })
// @ts-expect-error: a wallet is named by its connector's id
void modal.connect({ connector: 1 })

// A listener gets the fields of its own event.
export const listeners: ModalListeners = {
  connected: ({ accounts }) => accounts.length,
  copied: ({ text }) => text.length,
  'transaction-changed': ({ transaction }) => transaction.status,
  any: (event) => (event.type === 'opened' ? event.view : undefined),
}
export const wrongListeners: readonly ModalListeners[] = [
  // @ts-expect-error: there is no such event
  { vanished: () => {} },
  // @ts-expect-error: a copied text has no accounts
  { copied: ({ accounts }) => accounts },
]

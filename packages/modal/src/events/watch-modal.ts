import { getAccount, type KitEvent, type State, type Stop } from '@latchkey/core'
import type { Modal } from '../contract/modal.ts'
import type { ModalEvent, ModalListeners } from '../contract/modal-event.ts'

/**
 * Calls listeners for what the dialog, its wallets and transactions do, in order, until the returned
 * function is called. It loads and starts nothing, so it may be called before the dialog is needed.
 * @param listeners by event; `any` hears every event.
 *
 * @example
 * ```ts
 * import { createModal, watchModal } from '@latchkey/modal'
 *
 * const modal = createModal(kit)
 * const stop = watchModal(modal, {
 *   connected: ({ accounts }) => console.log(accounts),
 *   'connect-failed': ({ error }) => console.warn(error.code),
 * })
 * ```
 */
export function watchModal(modal: Modal, listeners: ModalListeners): Stop {
  const { kit } = modal
  const report = (event: ModalEvent): void => {
    const listener = listeners[event.type] as ((event: ModalEvent) => void) | undefined
    listener?.(event)
    listeners.any?.(event)
  }
  let shown = modal.getState()
  const reportState = (): void => {
    const previous = shown
    shown = modal.getState()
    const { open, view, isLoadFailed } = shown
    if (open && !previous.open) report({ type: 'opened', view })
    else if (!open && previous.open) report({ type: 'closed', view: previous.view })
    else if (open && view !== previous.view)
      report({ type: 'view-changed', view, from: previous.view })
    if (isLoadFailed && !previous.isLoadFailed) report({ type: 'load-failed' })
  }
  const stops = [
    modal.subscribe((event) => (event ? report(event) : reportState())),
    kit.watch((event, state, previous) => {
      for (const modalEvent of listKitEvents(event, state, previous)) {
        report(modalEvent)
      }
      // The events `…-granted` are left out, because the event `connected` has already reported
      // their accounts.
      for (const namespace of event.type.endsWith('granted') ? [] : Object.keys(state.active)) {
        const { account, connectorId } = accountOfState(modal, state, namespace)
        if (account && connectorId !== previous.active[namespace])
          report({ type: 'account-changed', connector: connectorId, account })
      }
      const { chain } = accountOfState(modal, state)
      if (chain !== accountOfState(modal, previous).chain && chain)
        report({ type: 'network-changed', chain })
    }),
  ]
  return () => {
    for (const stop of stops) {
      stop()
    }
  }
}

/**
 * Returns the account of a chain family in a state of the kit; default: the family that the page
 * shows.
 */
function accountOfState(
  { kit }: Modal,
  state: State,
  namespace?: string,
): ReturnType<typeof getAccount> {
  return getAccount({ ...kit, getState: () => state }, { namespace })
}

function listKitEvents(event: KitEvent, state: State, previous: State): readonly ModalEvent[] {
  switch (event.type) {
    case 'connect-started':
    case 'connect-cancelled':
      return [{ type: event.type, connector: event.connector }]
    case 'connect-granted':
    case 'resume-granted':
      return [
        {
          type: 'connected',
          connector: event.connector,
          accounts: event.sessions.map(({ selected }) => selected),
          isResumed: event.type === 'resume-granted',
        },
      ]
    case 'connect-failed':
      return [{ type: 'connect-failed', connector: event.connector, error: event.error }]
    case 'disconnected':
    case 'session-ended':
      return [
        {
          type: 'disconnected',
          connector: event.connector,
          by: event.type === 'disconnected' ? 'page' : 'wallet',
          ...(event.namespace !== undefined && { namespace: event.namespace }),
        },
      ]
    case 'session-changed':
      // Only the account of the active wallet is shown, so changes in other wallets are not
      // reported.
      return state.active[event.session.namespace] === event.connector &&
        (event.reason === 'accounts' || event.reason === 'selected')
        ? [
            {
              type: 'account-changed',
              connector: event.connector,
              account: event.session.selected,
            },
          ]
        : []
    case 'signed-in':
      return [{ type: 'signed-in', ...event.session, isResumed: event.isResumed }]
    case 'signed-out':
      return [event]
    default:
      return listChangedTransactions(state, previous)
  }
}

function listChangedTransactions(state: State, previous: State): readonly ModalEvent[] {
  if (state.transactions === previous.transactions) return []
  return Object.values(state.transactions)
    .filter(({ id, status }) => previous.transactions[id]?.status !== status)
    .map((transaction) => ({ type: 'transaction-changed', transaction }))
}

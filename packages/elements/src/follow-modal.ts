import { getAccount, type Stop } from '@latchkey/core'
import type { Modal } from '@latchkey/modal'
import { LatchkeyError } from '@latchkey/protocol'
import type { LatchkeyEventMap, LatchkeyEventName } from './contract.ts'

/** Sends an event to an element's listeners; the type of `detail` belongs to the event `name`. */
export type TellEvent = <N extends LatchkeyEventName>(
  name: N,
  detail: LatchkeyEventMap[N]['detail'],
) => void

/**
 * Sends an element's events when the account, the chain or the dialog changes, or connecting fails,
 * until it is stopped.
 */
export function followModal(modal: Modal, tell: TellEvent): Stop {
  const { kit } = modal
  let account = getAccount(kit)
  let isOpen = modal.getState().open
  const stopKit = kit.watch((event) => {
    const before = account
    const after = getAccount(kit)
    account = after
    if (event.type === 'connect-failed') {
      const { code, detail } = event.error
      tell('latchkey-error', new LatchkeyError(code, detail ? { reason: detail } : {}))
    }
    if (after.status !== 'connected') {
      if (before.status === 'connected') tell('latchkey-disconnect', null)
    } else if (before.status !== 'connected') {
      tell('latchkey-connect', after)
    } else if (before.chain !== after.chain) {
      // The same address on another chain is another CAIP-10 id, so a change of the chain is tested
      // before a change of the account.
      tell('latchkey-chain', after)
      if (before.address !== after.address) tell('latchkey-account', after)
    } else if (before.account !== after.account) {
      tell('latchkey-account', after)
    }
  })
  const stopModal = modal.subscribe(() => {
    const wasOpen = isOpen
    isOpen = modal.getState().open
    if (isOpen !== wasOpen) tell(isOpen ? 'latchkey-open' : 'latchkey-close', null)
  })
  return () => {
    stopKit()
    stopModal()
  }
}

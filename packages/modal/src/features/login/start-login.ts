import type { Kit } from '@latchkey/core'
import type { Social } from '@latchkey/protocol'
import type { ViewModal } from '../../contract/view.ts'
import type { ConnectWords } from '../../words/words.ts'
import { authOf } from './auth-of.ts'
import { openWindow } from './open-window.ts'

type ConnectModal = Pick<ViewModal<ConnectWords>, 'connect'>

/** Starts a login by email and shows where to type the code. */
export function startEmail(kit: Kit, modal: ConnectModal, email: string): void {
  const loginConnector = authOf(kit)
  if (!loginConnector) return
  loginConnector.auth.begin({ kind: 'email', email })
  modal.connect(loginConnector.id, undefined, {
    view: 'EmailVerifyOtp',
    connector: loginConnector.id,
    email,
  })
}

/** Starts a login by social account during the click, with its popup. */
export function startSocial(kit: Kit, modal: ConnectModal, social: Social): void {
  const loginConnector = authOf(kit)
  if (!loginConnector) return
  const { id, auth } = loginConnector
  if (social === 'farcaster') {
    auth.begin({ kind: social })
    modal.connect(id, undefined, { view: 'ConnectingFarcaster', connector: id })
  } else {
    const { url } = auth.begin({ kind: social })
    if (url !== undefined) auth.opened(openWindow(url))
    modal.connect(id, undefined, { view: 'ConnectingSocial', connector: id, social })
  }
}

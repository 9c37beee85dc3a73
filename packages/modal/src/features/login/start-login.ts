import type { Kit } from '@latchkey/core'
import type { Social } from '@latchkey/protocol'
import type { ViewModal } from '../../contract/view.ts'
import type { ConnectWords } from '../../words/words.ts'
import { authOf } from './auth-of.ts'
import { openWindow } from './open-window.ts'

type Connects = Pick<ViewModal<ConnectWords>, 'connect'>

/** Starts a login by email and shows where to type the code. */
export function startEmail(kit: Kit, modal: Connects, email: string): void {
  const found = authOf(kit)
  if (!found) return
  found.auth.begin({ kind: 'email', email })
  modal.connect(found.id, undefined, { view: 'EmailVerifyOtp', connector: found.id, email })
}

/** Starts a login by social account during the click, with its popup. */
export function startSocial(kit: Kit, modal: Connects, social: Social): void {
  const found = authOf(kit)
  if (!found) return
  const { id, auth } = found
  if (social === 'farcaster') {
    auth.begin({ kind: social })
    modal.connect(id, undefined, { view: 'ConnectingFarcaster', connector: id })
  } else {
    const { url } = auth.begin({ kind: social })
    if (url !== undefined) auth.opened(openWindow(url))
    modal.connect(id, undefined, { view: 'ConnectingSocial', connector: id, social })
  }
}

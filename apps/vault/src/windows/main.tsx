import { createRoot } from 'react-dom/client'
import { readProject } from '../read-project.ts'
import { leavingMessageType } from './page/leaving-message-type.ts'
import { parseWindowAddress } from './page/window-address.ts'
import { VaultWindow } from './VaultWindow.tsx'
import './window.css'

const windowAddress = parseWindowAddress(location)
// The id in the address is removed, also from the history, so that nobody can read it there later.
history.replaceState(null, '', location.pathname)

const element = document.getElementById('root')
if (element) {
  const root = createRoot(element)
  root.render(<VaultWindow place={windowAddress} project={readProject(document)} />)
  addEventListener('pagehide', ({ persisted }) => {
    // This event tells the window's content that the window is about to be closed. The content's
    // own listener for `pagehide` would run too late, after the content is removed.
    dispatchEvent(new Event(leavingMessageType))
    // The content is removed when the window is closed, because the browser process may keep the
    // window's memory for long: seed words, keys and passwords must not stay in it.
    if (!persisted) root.unmount()
  })
}

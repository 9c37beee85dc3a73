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
    // This event tells the window that it is about to be closed. An own event is needed, because
    // the window's listener for `pagehide` would run only after its content is removed.
    dispatchEvent(new Event(leavingMessageType))
    // The browser process that runs the frame may keep a closed window's memory for long, so seed
    // words, keys and passwords must not stay in it.
    if (!persisted) root.unmount()
  })
}

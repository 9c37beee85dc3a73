import { createRoot } from 'react-dom/client'
import { readProject } from '../read-project.ts'
import { leavingMessageType } from './page/leaving-message-type.ts'
import { parseWindowAddress } from './page/window-address.ts'
import { VaultWindow } from './VaultWindow.tsx'
import './window.css'

const windowAddress = parseWindowAddress(location)
// Removes the id from the address and the history, where others could read it later.
history.replaceState(null, '', location.pathname)

const element = document.getElementById('root')
if (element) {
  const root = createRoot(element)
  root.render(<VaultWindow place={windowAddress} project={readProject(document)} />)
  addEventListener('pagehide', ({ persisted }) => {
    // Listeners of one event run in the order they were added, so an event of our own tells the
    // window before its content is removed.
    dispatchEvent(new Event(leavingMessageType))
    // The frame's process may keep the memory of a closed window for long: words, keys and
    // passwords must not stay in it.
    if (!persisted) root.unmount()
  })
}

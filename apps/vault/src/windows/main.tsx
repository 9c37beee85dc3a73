import { createRoot } from 'react-dom/client'
import { readProject } from '../read-project.ts'
import { leaving } from './page/leaving.ts'
import { readPlace } from './page/window-address.ts'
import { WindowOf } from './WindowOf.tsx'
import './window.css'

const place = readPlace(location)
// Whoever looks at the address or the history afterwards finds no id.
history.replaceState(null, '', location.pathname)

const element = document.getElementById('root')
if (element) {
  const root = createRoot(element)
  root.render(<WindowOf place={place} project={readProject(document)} />)
  addEventListener('pagehide', ({ persisted }) => {
    // Listeners of one event run as they were added, also those that capture: who has something to
    // tell before the end hears this.
    dispatchEvent(new Event(leaving))
    // The frame's process may hold on to a closed window for long: words, keys and passwords must
    // not stay with it.
    if (!persisted) root.unmount()
  })
}

import { createRoot } from 'react-dom/client'
import { readProject } from '../read-project.ts'
import { readPlace } from './place.ts'
import { WindowOf } from './WindowOf.tsx'
import './window.css'

const place = readPlace(location)
// Whoever looks at the address or the history afterwards finds no id.
history.replaceState(null, '', location.pathname)

const element = document.getElementById('root')
if (element) {
  const root = createRoot(element)
  root.render(<WindowOf place={place} project={readProject(document)} />)
  // The frame's process may hold on to a closed window for long: words, keys and passwords must not stay with it.
  const drop = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) root.unmount()
  }
  // Last of all: what is shown may still have something to tell.
  addEventListener('pagehide', () => addEventListener('pagehide', drop, { once: true }), { capture: true })
}

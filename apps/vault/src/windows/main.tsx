import { createRoot } from 'react-dom/client'
import { readProject } from '../read-project.ts'
import { readPlace } from './place.ts'
import { WindowOf } from './WindowOf.tsx'
import './window.css'

const place = readPlace(location)
// Whoever looks at the address or the history afterwards finds no id.
history.replaceState(null, '', location.pathname)

const root = document.getElementById('root')
if (root) createRoot(root).render(<WindowOf place={place} project={readProject(document)} />)

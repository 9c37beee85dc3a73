import { KitProvider } from '@latchkey/react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { kit } from './latchkey'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element for the app')
createRoot(root).render(
  <KitProvider kit={kit}>
    <App />
  </KitProvider>,
)

import { KitProvider } from '@latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import './app.css'
import { kit } from './kit'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
createRoot(root).render(
  <StrictMode>
    <KitProvider kit={kit}>
      <App />
    </KitProvider>
  </StrictMode>,
)

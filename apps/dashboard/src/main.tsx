import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import './style/theme.css'
import './style/layout.css'
import './style/parts.css'
import './style/overview.css'
import './style/live.css'
import './style/emails.css'
import './style/orders.css'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )

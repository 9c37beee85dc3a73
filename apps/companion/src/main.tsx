import { createRoot } from 'react-dom/client'
import { ApprovalWindow } from './ApprovalWindow.tsx'
import { Home } from './Home.tsx'
import './style.css'
import './window.css'
import { createWalletStore } from './wallet.ts'

const root = document.getElementById('root')
if (root) {
  const store = createWalletStore(window)
  const isApproval = location.pathname === '/approve'
  createRoot(root).render(isApproval ? <ApprovalWindow store={store} /> : <Home store={store} />)
}

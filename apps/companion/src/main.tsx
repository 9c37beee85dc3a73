import { createWallet } from '@latchkey/walletconnect/wallet'
import { createRoot } from 'react-dom/client'
import { ApprovalWindow } from './approval/ApprovalWindow.tsx'
import { Home } from './Home.tsx'
import './style.css'
import './approval/window.css'
import { tellOpener } from './approval/tell-opener.ts'
import { createWalletStore } from './wallet.ts'
import './wc/phone.css'
import { openPhone } from './wc/open-phone.ts'
import { PhonePage } from './wc/PhonePage.tsx'

const root = document.getElementById('root')
if (root) {
  const store = createWalletStore(window)
  tellOpener(window, store)
  if (location.pathname === '/approve') createRoot(root).render(<ApprovalWindow store={store} />)
  else {
    const relays = [{ url: __RELAY_URL__, projectId: 'demo' }]
    const { origin, search, href } = location
    const phone = openPhone({
      store,
      create: createWallet,
      relays,
      locks: navigator.locks,
      origin,
      // The link to a page opens in another window, so that this window can still show the answer
      // that the wallet gave.
      openLink: (page) => void window.open(page, '_blank', 'noopener'),
    })
    const query = new URLSearchParams(search)
    const startLink = query.has('wc_ev') ? href : query.get('uri')
    createRoot(root).render(
      location.pathname === '/wc' ? (
        <PhonePage store={store} phone={phone} link={startLink} />
      ) : (
        <Home store={store} phone={phone} />
      ),
    )
  }
}

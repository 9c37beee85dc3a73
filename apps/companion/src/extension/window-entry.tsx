import { createRoot } from 'react-dom/client'
import '../style.css'
import '../approval/window.css'
import '../wc/phone.css'
import { ExtensionWindow } from './ExtensionWindow.tsx'
import { SitesPopup } from './SitesPopup.tsx'

const root = document.getElementById('root')
const id = new URLSearchParams(location.search).get('id')
if (root) createRoot(root).render(id ? <ExtensionWindow id={id} /> : <SitesPopup />)

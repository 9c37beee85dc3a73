import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { ConnectButton, createModal } from '@latchkey/modal'
import { createRoot } from 'react-dom/client'

const kit = createKit({ adapters: [evm({ chains: [mainnet, sepolia] })] })
const modal = createModal(kit)

const root = document.getElementById('root')
if (root) createRoot(root).render(<ConnectButton modal={modal} />)

import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import * as library from '../src/index.ts'

const verbs = { stx_transferStx: () => ({ txid: 'ab'.repeat(32) }) }
const rich = mockWbipWallet({ persona: wbipPersonas.rich, network: 'Mainnet', verbs })
const plain = mockWbipWallet({ persona: wbipPersonas.plain, network: 'mainnet', verbs })
rich.install(window)
plain.install(window)
Object.assign(window, { library, rich, plain })

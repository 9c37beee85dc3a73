import { mockRelay, mockWbipWallet, walletConnectWallet, wbipPersonas } from '@latchkey/testing'
import * as library from '../src/index.ts'

const txid = 'ab'.repeat(32)
const verbs = { stx_transferStx: () => ({ txid }) }
const rich = mockWbipWallet({ persona: wbipPersonas.rich, network: 'Mainnet', verbs })
const plain = mockWbipWallet({ persona: wbipPersonas.plain, network: 'mainnet', verbs })
if (location.hash !== '#bare') {
  rich.install(window)
  plain.install(window)
}

const { WebSocket } = mockRelay()
const account = `stacks:1:${plain.addresses()[2]?.address}` as const
const phone = walletConnectWallet({
  relays: ['ws://relay.test'],
  WebSocket,
  accounts: [account],
  sign: () => ({ txid }),
})
/**
 * Reads the link of the dialog's "Copy link", as a camera would read the code, without the
 * clipboard permission.
 */
Object.defineProperty(navigator.clipboard, 'writeText', {
  value: async (link: string) => (await phone).pair(link),
})
Object.assign(window, { library, rich, plain, WebSocket })

import { connect, createKit, disconnect, getAccount } from '@latchkey/core'
import { signTypedData } from '../src/actions/sign-typed-data.ts'
import { evm } from '../src/evm.ts'
import { baseAccount } from '../src/wallets/library/base-account.ts'
import { withWallets } from '../src/wallets/with-wallets.ts'
import { devnet } from './fixture.ts'

const wallet = baseAccount({ load: () => import('@coinbase/wallet-sdk'), appName: 'Shop' })
const kit = createKit({ adapters: [withWallets(evm({ chains: [devnet] }), wallet)] })
kit.subscribe(() => {})
const connector = 'library:app.base.account'
const outcome: { error?: string } = {}

/** What the test of a real browser asks of the page. */
export const shop = {
  account: () => getAccount(kit).account,
  types: () => {
    const connection = kit.getState().connections[connector]
    const sessions = connection?.status === 'connected' ? connection.sessions : []
    return sessions.flatMap(({ accounts }) => accounts.map(({ type }) => type))
  },
  outcome: () => outcome,
  sign: () =>
    signTypedData(kit, {
      typedData: {
        domain: { name: 'Shop', chainId: 31337 },
        types: { Order: [{ name: 'total', type: 'uint256' }] },
        primaryType: 'Order',
        message: { total: 100n },
      },
    }),
  leave: () => disconnect(kit),
}
Object.assign(globalThis, { shop })

const button = document.createElement('button')
button.textContent = 'Connect'
button.addEventListener('click', () => {
  delete outcome.error
  connect(kit, { connector }).catch((error: { readonly code: string }) => {
    outcome.error = error.code
  })
})
document.body.append(button)

import { createKit } from '@latchkey/core'
import { signTypedData } from '../src/actions/sign-typed-data.ts'
import { evm } from '../src/evm.ts'
import { farcaster } from '../src/wallets/farcaster/farcaster.ts'
import { connectHost } from '../src/wallets/host/connect-host.ts'
import { withWallets } from '../src/wallets/with-wallets.ts'
import { devnet } from './fixture.ts'

const wallet = farcaster({ load: () => import('@farcaster/miniapp-sdk') })
const kit = createKit({ adapters: [withWallets(evm({ chains: [devnet] }), wallet)], storage: null })
kit.subscribe(() => {})

/** What the test of a real browser asks of the page. */
export const shop = {
  wallets: () =>
    Object.values(kit.getState().connectors).map((connector) => [
      connector.id,
      connector.wallet.name,
    ]),
  connect: async () => (await connectHost(kit)).map(({ account }) => account),
  sign: () =>
    signTypedData(kit, {
      typedData: {
        domain: { name: 'Shop', chainId: 31337 },
        types: { Order: [{ name: 'total', type: 'uint256' }] },
        primaryType: 'Order',
        message: { total: 100n },
      },
    }),
}
Object.assign(globalThis, { shop })

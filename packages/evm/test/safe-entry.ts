import { createKit } from '@latchkey/core'
import { sendCalls } from '../src/actions/send-calls.ts'
import { evm } from '../src/evm.ts'
import { connectHost } from '../src/wallets/host/connect-host.ts'
import { getSafeTransaction } from '../src/wallets/safe/actions/get-safe-transaction.ts'
import { safe } from '../src/wallets/safe/safe.ts'
import { withWallets } from '../src/wallets/with-wallets.ts'
import { devnet } from './fixture.ts'

const kit = createKit({ adapters: [withWallets(evm({ chains: [devnet] }), safe())], storage: null })
kit.subscribe(() => {})

/** What the test of a real browser asks of the page. */
export const shop = {
  connectors: () => Object.keys(kit.getState().connectors),
  connect: async () => (await connectHost(kit)).map(({ account }) => account),
  async send(to: string) {
    const { id } = await sendCalls(kit, { calls: [{ to, value: 1n }] })
    return getSafeTransaction(kit, { safeTxHash: id as `0x${string}` })
  },
}
Object.assign(globalThis, { shop })

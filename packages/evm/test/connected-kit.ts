import { connect, createKit, type Kit, type State } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import type { MockEvmWallet, MockEvmWalletOptions } from '@latchkey/testing'
import { evm } from '../src/evm.ts'
import { devnet, other, page } from './fixture.ts'

/** A kit on a page with one wallet; `join` connects the wallet. Call `stop` at the end. */
export function kitWithWallet(
  options: MockEvmWalletOptions = {},
  chains: readonly Chain[] = [devnet, other],
): {
  readonly kit: Kit
  readonly wallet: MockEvmWallet
  join(): Promise<void>
  stop(): void
} {
  const { adapter, wallet, target } = page({ chains: [5], ...options }, chains)
  wallet.install(target)
  const kit = createKit({ adapters: [adapter], storage: null })
  const stop = kit.subscribe(() => {})
  return {
    kit,
    wallet,
    async join() {
      const [connector] = Object.keys(kit.getState().connectors)
      if (!connector) throw new Error('no wallet was found')
      await connect(kit, { connector })
    },
    stop,
  }
}

/** A kit whose state is always the given one, whatever its wallets do. */
export function kitInState(state: object): Kit {
  const kit = createKit({ adapters: [evm({ chains: [devnet], page: new EventTarget() })] })
  return { ...kit, getState: () => state as State, watch: () => () => {} }
}

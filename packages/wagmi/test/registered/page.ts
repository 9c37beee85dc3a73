// A page that registers its configuration with wagmi. It is a program of its own
// (`register.alone.test.ts` compiles it), because what it registers would hold in every file that is
// compiled with it.
import { createKit } from '@latchkey/core'
import { chain, evm } from '@latchkey/evm'
import { solana, solanaMainnet } from '@latchkey/solana'
import { createWagmiConfig } from '@latchkey/wagmi'
import { base, mainnet } from 'viem/chains'
import { type useChainId, type useConfig, useReadContract, useSwitchChain } from 'wagmi'

const kit = createKit({
  adapters: [evm({ chains: [chain(mainnet), chain(base)] }), solana({ chains: [solanaMainnet] })],
})
const config = createWagmiConfig(kit)

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>(): void => undefined

export function Page(): void {
  holds<Equal<ReturnType<typeof useConfig>, typeof config>>()
  holds<Equal<ReturnType<typeof useChainId>, 1 | 8453>>()

  const { switchChain } = useSwitchChain()
  switchChain({ chainId: 8453 })
  // @ts-expect-error: the page's kit does not have this chain
  switchChain({ chainId: 10 })

  // @ts-expect-error: the page's kit does not have this chain
  useReadContract({ chainId: 10 })
}

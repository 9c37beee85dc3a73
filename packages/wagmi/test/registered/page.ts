// A page that registers its configuration with wagmi. It is a program of its own
// (`register.alone.test.ts` compiles it), because what it registers would hold in every file that is
// compiled with it.
import { createKit } from '@latchkey/core'
import { chain, evm } from '@latchkey/evm'
import { solana, solanaMainnet } from '@latchkey/solana'
import { createWagmiConfig } from '@latchkey/wagmi'
import { base, mainnet } from 'viem/chains'
import { useReadContract, useSwitchChain } from 'wagmi'

const kit = createKit({
  adapters: [evm({ chains: [chain(mainnet), chain(base)] }), solana({ chains: [solanaMainnet] })],
})
const config = createWagmiConfig(kit)

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}

export function Page(): void {
  const { switchChain } = useSwitchChain()
  switchChain({ chainId: 8453 })
  // @ts-expect-error: the page's kit does not have this chain
  switchChain({ chainId: 10 })

  // @ts-expect-error: the page's kit does not have this chain
  useReadContract({ chainId: 10 })
}

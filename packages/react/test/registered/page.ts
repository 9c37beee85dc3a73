// A page that registers its kit. It is a program of its own (`register.alone.test.ts` compiles it),
// because what it registers would hold in every file that is compiled with it.
import { createKit } from '@latchkey/core'
import { chain, evm } from '@latchkey/evm'
import { useAccount, useChains, type useKit, useSwitchChain } from '@latchkey/react'
import { solana, solanaMainnet } from '@latchkey/solana'
import { base, mainnet } from 'viem/chains'

const kit = createKit({
  adapters: [evm({ chains: [chain(mainnet), chain(base)] }), solana({ chains: [solanaMainnet] })],
})

declare module '@latchkey/core' {
  interface Register {
    kit: typeof kit
  }
}

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>(): void => undefined

type PageChain = 'eip155:1' | 'eip155:8453' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export function Page(): void {
  holds<Equal<ReturnType<typeof useKit>, typeof kit>>()
  const [first] = useChains()
  if (first) holds<Equal<typeof first.id, PageChain>>()

  const wallet = useAccount({ namespace: 'eip155' })
  if (wallet.status === 'connected') holds<Equal<typeof wallet.address, `0x${string}`>>()
  if (wallet.isChainSupported) holds<Equal<typeof wallet.chain, PageChain>>()
  const solanaWallet = useAccount({ namespace: 'solana' })
  if (solanaWallet.status === 'connected') holds<Equal<typeof solanaWallet.address, string>>()

  const { run } = useSwitchChain()
  void run({ chain: 'eip155:8453' })
  // @ts-expect-error: the page's kit does not have this chain
  void run({ chain: 'eip155:10' })
}

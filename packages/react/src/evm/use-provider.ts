import { type EvmProvider, getProvider } from '@latchkey/evm/provider'
import { useKit } from '../hooks/use-kit.ts'

/**
 * The EIP-1193 provider of the kit, for ethers, viem and other libraries: the same object for as
 * long as the kit exists. It renders nothing anew; `useAccount` does when account or chain change.
 *
 * @example
 * const provider = useProvider()
 * const read = () => provider.request({ method: 'eth_blockNumber' })
 */
export function useProvider(): EvmProvider {
  return getProvider(useKit())
}

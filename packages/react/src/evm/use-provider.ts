import { type EvmProvider, getProvider } from '@latchkey/evm/provider'
import { useKit } from '../hooks/use-kit.ts'

/**
 * Returns the EIP-1193 provider of the kit, for ethers, viem and other libraries: the same object
 * for as long as the kit exists. A change of account or chain does not render the component again;
 * use `useAccount` for that.
 *
 * @example
 * const provider = useProvider()
 * const read = () => provider.request({ method: 'eth_blockNumber' })
 */
export function useProvider(): EvmProvider {
  return getProvider(useKit())
}

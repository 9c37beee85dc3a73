import { getAddresses } from '@latchkey/bitcoin'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet for its addresses with their public keys, by purpose: `run({ purposes })`. The
 * wallet may prompt, so it is asked only when `run` is called.
 *
 * @example
 * const { state, run } = useGetAddresses()
 * const ask = () => run({ purposes: ['payment'] })
 */
export function useGetAddresses(): Action<typeof getAddresses> {
  return useAction(getAddresses)
}

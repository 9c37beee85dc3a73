import { signTypedData } from '@latchkey/evm'
import type { TypedData } from 'viem'
import { type Action, type Outcome, useAction } from '../hooks/use-action.ts'

export declare namespace useSignTypedData {
  interface ReturnType extends Omit<Action<typeof signTypedData>, 'run'> {
    /**
     * Starts the action. The types of the message follow from `types`. The promise never rejects.
     */
    readonly run: <
      const T extends TypedData | Record<string, unknown>,
      P extends keyof T | 'EIP712Domain' = keyof T,
    >(
      parameters: signTypedData.Parameters<T, P>,
    ) => Promise<Outcome<signTypedData.ReturnType>>
  }
}

/**
 * Asks the wallet to sign structured data (EIP-712): `run({ typedData })`.
 *
 * @example
 * const { run } = useSignTypedData()
 * const sign = () =>
 *   run({
 *     typedData: {
 *       domain: { name: 'Shop', chainId: 1 },
 *       types: { Order: [{ name: 'total', type: 'uint256' }] },
 *       primaryType: 'Order',
 *       message: { total: 100n },
 *     },
 *   })
 */
export function useSignTypedData(): useSignTypedData.ReturnType {
  return useAction(signTypedData) as unknown as useSignTypedData.ReturnType
}

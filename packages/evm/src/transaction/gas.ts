import { encodeQuantity } from '../encoding/hex.ts'

/**
 * Gas fields that `estimateTransfer` passes to `transfer` in `estimate.data`: `gas` in units of
 * gas, the prices in wei per unit.
 */
export interface Gas {
  readonly gas: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  /** Gas price, only on chains without EIP-1559. */
  readonly gasPrice?: bigint
}

const fields = ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'gasPrice'] as const

/**
 * Writes gas fields as fields of `eth_sendTransaction`. Fields that are no bigint are left out, and
 * the wallet fills them in.
 */
export function gasFields(data: unknown): Readonly<Record<string, string>> {
  const gas = (data ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    fields.flatMap((field) =>
      typeof gas[field] === 'bigint' ? [[field, encodeQuantity(gas[field])]] : [],
    ),
  )
}

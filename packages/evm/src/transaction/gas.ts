import { encodeQuantity } from '../encoding/hex.ts'

/** Gas fields that `estimateTransfer` passes to `transfer` in `estimate.data`; amounts in wei. */
export interface Gas {
  readonly gas: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  /** Only on chains without EIP-1559. */
  readonly gasPrice?: bigint
}

const fields = ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'gasPrice'] as const

/** The gas fields of `eth_sendTransaction`; the wallet fills in those that are no bigint. */
export function gasFields(data: unknown): Readonly<Record<string, string>> {
  const gas = (data ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    fields.flatMap((field) =>
      typeof gas[field] === 'bigint' ? [[field, encodeQuantity(gas[field])]] : [],
    ),
  )
}

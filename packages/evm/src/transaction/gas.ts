import { quantityOf } from '../encoding/hex.ts'

/** What `estimateTransfer` hands to `transfer` in `estimate.data`; amounts in wei. */
export interface Gas {
  readonly gas: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  /** Chains without EIP-1559. */
  readonly gasPrice?: bigint
}

const fields = ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'gasPrice'] as const

/** The gas fields of `eth_sendTransaction`; what is no bigint is left to the wallet. */
export function gasFields(data: unknown): Readonly<Record<string, string>> {
  const gas = (data ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    fields.flatMap((field) =>
      typeof gas[field] === 'bigint' ? [[field, quantityOf(gas[field])]] : [],
    ),
  )
}

import type { ChainId } from '@latchkey/protocol'

/** A JSON-RPC request of the page to the wallet. */
export interface PageRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}

/** Whether a request on an Ethereum-like chain names `address` as the account that acts. */
export function isNamedAccount(pageRequest: PageRequest, address: string): boolean {
  const namedAccount = readNamedAccount(pageRequest)
  return typeof namedAccount === 'string' && namedAccount.toLowerCase() === address.toLowerCase()
}

function readNamedAccount({ method, params }: PageRequest): unknown {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'personal_sign') return second
  if (method === 'eth_signTypedData_v4') return first
  return typeof first === 'object' && first !== null
    ? (first as { readonly from?: unknown }).from
    : undefined
}

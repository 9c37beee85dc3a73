/** A JSON-RPC error that is thrown to answer a call. */
export interface RpcFault {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** A JSON-RPC method: returns the result for its parameters, or throws an `RpcFault`. */
export type RpcMethod = (params: readonly unknown[]) => unknown

/** Answers one JSON-RPC call by the method with its name in a table. */
export function answerRpc(methods: Readonly<Record<string, RpcMethod>>, request: unknown): object {
  const {
    id = null,
    method,
    params,
  } = (request ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  const knownMethod =
    typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
  try {
    if (!knownMethod) throw { code: -32601, message: 'Method not found' } satisfies RpcFault
    return { jsonrpc: '2.0', id, result: knownMethod(Array.isArray(params) ? params : []) }
  } catch (error) {
    const fault: RpcFault = isRpcFault(error)
      ? error
      : { code: -32602, message: `Invalid params: ${String(error)}` }
    return { jsonrpc: '2.0', id, error: fault }
  }
}

/**
 * Writes JSON in the format of a Solana node: bigints are plain numbers, even if a library of this
 * process gives bigints a `toJSON`.
 */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key: string, fieldValue: unknown): unknown {
    const rawValue = (this as Readonly<Record<string, unknown>>)[key]
    return typeof rawValue === 'bigint' ? Number(rawValue) : fieldValue
  })
}

/** Whether a thrown value is an `RpcFault`, which the client must be told. */
function isRpcFault(error: unknown): error is RpcFault {
  return typeof (error as Partial<RpcFault> | null)?.code === 'number'
}

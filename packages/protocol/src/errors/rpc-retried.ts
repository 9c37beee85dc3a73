// These lists are in a separate module, because they are needed only after the first request.

/** HTTP statuses after which a request is retried. */
export const rpcRetriedStatuses = [403, 408, 413, 429, 500, 502, 503, 504] as const
/** JSON-RPC error numbers after which a request is retried. */
export const rpcRetriedCodes = [-1, -32005, -32603] as const

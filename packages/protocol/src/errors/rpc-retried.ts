// A module of its own: nothing is retried before something is asked.

/** HTTP statuses worth another try. */
export const rpcRetriedStatuses = [403, 408, 413, 429, 500, 502, 503, 504] as const
/** JSON-RPC codes worth another try. */
export const rpcRetriedCodes = [-1, -32005, -32603] as const

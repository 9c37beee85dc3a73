// A module of its own: nothing is retried before something is asked.

/** HTTP statuses worth another try (specification, section 9). */
export const rpcRetriedStatuses = [403, 408, 413, 429, 500, 502, 503, 504] as const
/** JSON-RPC codes worth another try (facts 2.6). */
export const rpcRetriedCodes = [-1, -32005, -32603] as const

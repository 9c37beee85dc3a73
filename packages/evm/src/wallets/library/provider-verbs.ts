import type { Features } from '@latchkey/core'

/** What the connector of an EIP-1193 provider can do. */
export const providerVerbs: readonly (keyof Features)[] = [
  'signMessage',
  'switchChain',
  'transfer',
  'sendCall',
  'capabilities',
  'request',
]

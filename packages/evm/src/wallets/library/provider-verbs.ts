import type { Features } from '@latchkey/core'

/** The features that the connector of an EIP-1193 provider has. */
export const providerVerbs: readonly (keyof Features)[] = [
  'signMessage',
  'switchChain',
  'transfer',
  'sendCall',
  'capabilities',
  'request',
]

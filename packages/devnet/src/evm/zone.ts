/**
 * An ENS name whose subnames a gateway stores. Its resolver redirects readers to the gateway, and
 * accepts answers that are signed with `key` (EIP-3668).
 */
export const zone = {
  name: 'latchkey.eth',
  /** Private key with which the gateway signs in development; it is public. */
  key: '0x1a7c4ce900000000000000000000000000000000000000000000000000031337',
} as const

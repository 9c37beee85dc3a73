/**
 * A name zone kept by a gateway: its resolver redirects readers to the gateway and accepts answers
 * that are signed with `key` (EIP-3668).
 */
export const zone = {
  name: 'latchkey.eth',
  /** A private key that is public; the gateway signs with it in development. */
  key: '0x1a7c4ce900000000000000000000000000000000000000000000000000031337',
} as const

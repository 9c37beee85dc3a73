/**
 * A zone whose names a gateway keeps: its resolver sends readers there and believes this key
 * (EIP-3668).
 */
export const zone = {
  name: 'latchkey.eth',
  /** Everybody knows it; the gateway signs with it in development. */
  key: '0x1a7c4ce900000000000000000000000000000000000000000000000000031337',
} as const

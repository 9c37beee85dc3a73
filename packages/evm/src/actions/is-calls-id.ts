/**
 * Whether `id` may be the id of a batch of calls: EIP-5792 allows 4096 bytes, which are 8194
 * characters of hex with `0x`.
 */
export function isCallsId(id: unknown): id is string {
  return typeof id === 'string' && /^[\x21-\x7e]{1,8194}$/.test(id)
}

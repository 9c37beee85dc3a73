/** Whether it is an identifier of a batch: EIP-5792 allows 4096 bytes, as hex 8194 characters. */
export function isCallsId(id: unknown): id is string {
  return typeof id === 'string' && /^[\x21-\x7e]{1,8194}$/.test(id)
}

/**
 * Reads the result `(ok …)` of a read-only contract function from the answer of `call-read`: a
 * number or text; undefined for other values.
 */
export function readOkValue(result: unknown): bigint | string | undefined {
  if (typeof result !== 'string' || result.length > 2_048 || !/^0x07(?:[\da-f]{2})+$/i.test(result))
    return undefined
  const bytes = Buffer.from(result.slice(4), 'hex')
  const [type] = bytes
  if (type === 0x01)
    return bytes.length === 17 ? BigInt(`0x${bytes.toString('hex', 1)}`) : undefined
  if ((type !== 0x0d && type !== 0x0e) || bytes.length < 5) return undefined
  const text = bytes.subarray(5)
  return bytes.readUInt32BE(1) === text.length ? text.toString('utf8') : undefined
}

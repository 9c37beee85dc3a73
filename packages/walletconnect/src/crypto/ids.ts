/**
 * Id of a JSON-RPC request to the peer: the time in ms and three random digits, 16 digits. Two of
 * one millisecond may meet: once in a thousand.
 */
export function newRequestId(now: number = Date.now()): number {
  return now * 1000 + randomBelow(1000)
}

/**
 * Id of a request to a relay: the time in ms and six random digits; text, since 19 digits are no
 * exact number.
 */
export function newRelayId(now: number = Date.now()): string {
  return `${now}${String(randomBelow(1_000_000)).padStart(6, '0')}`
}

function randomBelow(limit: number): number {
  const [random = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1))
  return random % limit
}

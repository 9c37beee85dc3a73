/**
 * A new id of a JSON-RPC request to the peer, 16 digits: the time in ms and three random digits.
 * Two ids made in the same millisecond are equal with a probability of 1 in 1000.
 */
export function newRequestId(now: number = Date.now()): number {
  return now * 1000 + randomBelow(1000)
}

/**
 * A new id of a request to a relay: the time in ms and six random digits, as text, because 19
 * digits do not fit a JavaScript number.
 */
export function newRelayId(now: number = Date.now()): string {
  return `${now}${String(randomBelow(1_000_000)).padStart(6, '0')}`
}

function randomBelow(limit: number): number {
  const [random = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1))
  return random % limit
}

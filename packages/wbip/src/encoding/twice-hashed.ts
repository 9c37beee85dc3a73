// The constants of SHA-256 are the first 32 fractional bits of roots of the first primes (FIPS
// 180-4). A double has at least 49 such bits, so rounding differences between browsers cannot
// change a constant.
function rootFractions(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime > 0)) primes.push(candidate)
  }
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0)
}

const rotateRight = (word: number, shift: number) => (word >>> shift) | (word << (32 - shift))

/**
 * Computes a double SHA-256 for the checksum of an address. It is synchronous, which WebCrypto is
 * not.
 */
export function twiceHashed(bytes: Uint8Array): Uint8Array {
  const [k, initialState] = [rootFractions(64, Math.cbrt), rootFractions(8, Math.sqrt)]
  return hashOnce(hashOnce(bytes, k, initialState), k, initialState)
}

function hashOnce(
  bytes: Uint8Array,
  k: readonly number[],
  initialState: readonly number[],
): Uint8Array {
  const hashState = [...initialState]
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const paddedView = new DataView(padded.buffer)
  paddedView.setUint32(padded.length - 4, bytes.length * 8)
  for (let blockStart = 0; blockStart < padded.length; blockStart += 64) {
    const messageSchedule = new Int32Array(64)
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hashState
    for (let i = 0; i < 64; i++) {
      const [w2 = 0, w15 = 0] = [messageSchedule[i - 2], messageSchedule[i - 15]]
      messageSchedule[i] =
        i < 16
          ? paddedView.getInt32(blockStart + i * 4)
          : (messageSchedule[i - 16] ?? 0) +
            (messageSchedule[i - 7] ?? 0) +
            (rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3)) +
            (rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10))
      const firstSum =
        h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (k[i] ?? 0) +
        (messageSchedule[i] ?? 0)
      const secondSum =
        (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) +
        ((a & b) ^ (a & c) ^ (b & c))
      ;[a, b, c, d, e, f, g, h] = [(firstSum + secondSum) | 0, a, b, c, (d + firstSum) | 0, e, f, g]
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) {
      hashState[i] = ((hashState[i] ?? 0) + word) | 0
    }
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (const [i, word] of hashState.entries()) {
    hash.setInt32(i * 4, word)
  }
  return new Uint8Array(hash.buffer)
}

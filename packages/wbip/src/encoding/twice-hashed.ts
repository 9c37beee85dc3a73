// FIPS 180-4 takes its constants from the roots of the first primes: the first 32 fractional bits.
// A double has at least 49 of them, so rounding differences between engines cannot change a
// constant.
function rootFractions(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next++) {
    if (primes.every((prime) => next % prime > 0)) primes.push(next)
  }
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0)
}

const rotateRight = (word: number, shift: number) => (word >>> shift) | (word << (32 - shift))

/** Synchronous double SHA-256 for address checksums: WebCrypto is asynchronous. */
export function twiceHashed(bytes: Uint8Array): Uint8Array {
  const [k, initialState] = [rootFractions(64, Math.cbrt), rootFractions(8, Math.sqrt)]
  return hashOnce(hashOnce(bytes, k, initialState), k, initialState)
}

function hashOnce(
  bytes: Uint8Array,
  k: readonly number[],
  initialState: readonly number[],
): Uint8Array {
  const state = [...initialState]
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  for (let block = 0; block < padded.length; block += 64) {
    const w = new Int32Array(64)
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i++) {
      const [w2 = 0, w15 = 0] = [w[i - 2], w[i - 15]]
      w[i] =
        i < 16
          ? view.getInt32(block + i * 4)
          : (w[i - 16] ?? 0) +
            (w[i - 7] ?? 0) +
            (rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3)) +
            (rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10))
      const firstSum =
        h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (k[i] ?? 0) +
        (w[i] ?? 0)
      const secondSum =
        (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) +
        ((a & b) ^ (a & c) ^ (b & c))
      ;[a, b, c, d, e, f, g, h] = [(firstSum + secondSum) | 0, a, b, c, (d + firstSum) | 0, e, f, g]
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) {
      state[i] = ((state[i] ?? 0) + word) | 0
    }
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) {
    hash.setInt32(i * 4, word)
  }
  return new Uint8Array(hash.buffer)
}

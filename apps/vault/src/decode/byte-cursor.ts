/** Reads a byte array from front to back. */
export class ByteCursor {
  readonly #bytes: Uint8Array
  #at = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }
  get at(): number {
    return this.#at
  }
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
  /** @throws RangeError when fewer bytes are left */
  takeBytes(count: number): Uint8Array {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new RangeError('short')
    const takenBytes = this.#bytes.slice(this.#at, end)
    this.#at = end
    return takenBytes
  }
  takeByte(): number {
    return this.takeBytes(1)[0] ?? 0
  }
  /** Reads an unsigned little-endian number of `size` bytes. */
  takeNumber(size: number): bigint {
    return this.takeBytes(size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  }
  takeRest(): Uint8Array {
    return this.takeBytes(this.#bytes.length - this.#at)
  }
}

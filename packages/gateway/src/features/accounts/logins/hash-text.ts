import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 of the UTF-8 text, base64url: 43 characters. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Compares two SHA-256 digests in constant time. */
export function isSameDigest(firstDigest: string, secondDigest: string): boolean {
  const [a, b] = [Buffer.from(firstDigest), Buffer.from(secondDigest)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Makes a random id, which is not secret; works also when `crypto.randomUUID` is missing (on a page
 * without TLS).
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * What kind of device the page is on, never finer: by finger or mouse, and by the shorter side of
 * the screen.
 */
export function deviceOf(): 'phone' | 'tablet' | 'desktop' {
  if (!matchMedia('(hover: none) and (pointer: coarse)').matches) return 'desktop'
  return Math.min(screen.width, screen.height) < 600 ? 'phone' : 'tablet'
}

/** Version 4; also where `crypto.randomUUID` is missing (a page without TLS). */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) => markByte(byte, at).toString(16).padStart(2, '0'))
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Two of the bytes say what kind of UUID it is (RFC 9562). */
function markByte(byte: number, at: number): number {
  if (at === 6) return (byte & 15) | 64
  return at === 8 ? (byte & 63) | 128 : byte
}

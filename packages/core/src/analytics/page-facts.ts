/**
 * The rough kind of device: by touch or mouse, and by the shorter side of the screen. Nothing more
 * precise about the device is read.
 */
export function detectDevice(): 'phone' | 'tablet' | 'desktop' {
  if (!matchMedia('(hover: none) and (pointer: coarse)').matches) return 'desktop'
  return Math.min(screen.width, screen.height) < 600 ? 'phone' : 'tablet'
}

/**
 * Makes a random UUID of version 4; works also when `crypto.randomUUID` is missing (on a page
 * without TLS).
 */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, index) =>
    setVersionBits(byte, index).toString(16).padStart(2, '0'),
  )
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Sets the bits of the two bytes that mark version and variant of a UUID (RFC 9562). */
function setVersionBits(byte: number, index: number): number {
  if (index === 6) return (byte & 15) | 64
  return index === 8 ? (byte & 63) | 128 : byte
}

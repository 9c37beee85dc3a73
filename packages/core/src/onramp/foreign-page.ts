/**
 * Returns an address of a foreign web page if it may be opened; null when the text is not an
 * HTTP(S) address, or contains a user name or a password.
 */
export function foreignPage(text: string): string | null {
  try {
    const { protocol, username, password, href } = new URL(text)
    return /^https?:$/.test(protocol) && !username && !password ? href : null
  } catch {
    return null
  }
}

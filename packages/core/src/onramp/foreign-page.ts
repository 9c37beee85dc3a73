/**
 * The address of a web page as it will be opened; null where it is none, or carries a name and a
 * password.
 */
export function foreignPage(text: string): string | null {
  try {
    const { protocol, username, password, href } = new URL(text)
    return /^https?:$/.test(protocol) && !username && !password ? href : null
  } catch {
    return null
  }
}

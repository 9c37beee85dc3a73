/** A web address to open; null when the text is none, or contains a user name and password. */
export function foreignPage(text: string): string | null {
  try {
    const { protocol, username, password, href } = new URL(text)
    return /^https?:$/.test(protocol) && !username && !password ? href : null
  } catch {
    return null
  }
}

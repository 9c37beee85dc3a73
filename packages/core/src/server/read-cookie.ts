/**
 * Returns the value of the first cookie with this name, still encoded; undefined when there is
 * none.
 */
export function readCookie(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const [found = '', ...value] = cookie.split('=')
    if (found.trim() === name) return value.join('=').trim()
  }
  return undefined
}

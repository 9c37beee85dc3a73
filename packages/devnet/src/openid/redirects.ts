/** Whether an address of this computer may be gone back to. */
export type IsRegistered = (redirectUri: string) => boolean

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) &&
  /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * Addresses match to the letter; an entry that is an origin alone matches every path of it. Without
 * a list every address on loopback does.
 * @throws when an entry is not on loopback
 */
export function makeRedirectCheck(entries: readonly string[] | undefined): IsRegistered {
  const urls = entries?.map((entry) => ({ entry, url: new URL(entry) }))
  const foreign = urls?.find(({ url }) => !isLoopback(url))
  if (foreign) throw new Error(`${foreign.entry} is not on loopback`)
  return (redirectUri) => {
    if (!URL.canParse(redirectUri)) return false
    const url = new URL(redirectUri)
    if (!isLoopback(url) || url.hash || url.username) return false
    return (
      !urls ||
      urls.some(
        (one) => one.entry === redirectUri || (isOrigin(one.url) && one.url.origin === url.origin),
      )
    )
  }
}

const isOrigin = ({ pathname, search }: URL): boolean => pathname === '/' && search === ''

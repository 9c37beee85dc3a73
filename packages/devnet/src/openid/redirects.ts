/** Whether a client may use a redirect URI, which must be on this computer. */
export type IsRegistered = (redirectUri: string) => boolean

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) &&
  /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * Creates the check of redirect addresses. Entries must match exactly; an entry that is an origin
 * matches all its paths. Without a list every loopback address is allowed.
 * @throws when an entry is not on loopback
 */
export function makeRedirectCheck(entries: readonly string[] | undefined): IsRegistered {
  const urls = entries?.map((entry) => ({ entry, url: new URL(entry) }))
  const nonLoopbackEntry = urls?.find(({ url }) => !isLoopback(url))
  if (nonLoopbackEntry) throw new Error(`${nonLoopbackEntry.entry} is not on loopback`)
  return (redirectUri) => {
    if (!URL.canParse(redirectUri)) return false
    const url = new URL(redirectUri)
    if (!isLoopback(url) || url.hash || url.username) return false
    return (
      !urls ||
      urls.some(
        (registered) =>
          registered.entry === redirectUri ||
          (isBareOrigin(registered.url) && registered.url.origin === url.origin),
      )
    )
  }
}

const isBareOrigin = ({ pathname, search }: URL): boolean => pathname === '/' && search === ''

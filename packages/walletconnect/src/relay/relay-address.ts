/**
 * Identifies this client to relays: names the protocol and this library, and nothing of the
 * visitor's machine.
 */
const userAgent = 'wc-2/latchkey-0.1.0/web/browser'

/**
 * The address for a relay connection.
 * @param url - address of the relay, `ws:` or `wss:`
 * @param token - JWT of this connection
 */
export function relayAddress(url: string, token: string, projectId?: string): string {
  const address = new URL(url)
  if (!address.pathname.endsWith('/')) address.pathname += '/'
  address.searchParams.set('auth', token)
  if (projectId) address.searchParams.set('projectId', projectId)
  address.searchParams.set('ua', userAgent)
  return address.href
}

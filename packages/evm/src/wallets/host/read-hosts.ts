import { LatchkeyError } from '@latchkey/protocol'

/**
 * Returns the origins of the sites that may show the page in a frame and give it a wallet: the
 * known ones, and those that the site owner has added (`hosts`). Each added one must be an exact
 * `https:` origin, or an `http:` origin of this computer, because whoever controls the origin
 * decides what the page believes about the wallet. Throws `config-invalid`.
 */
export function readHosts(
  walletName: string,
  knownOrigins: readonly string[],
  hosts: readonly string[] = [],
): readonly string[] {
  for (const host of hosts) {
    if (!isSecureOrigin(host))
      throw new LatchkeyError('config-invalid', {
        reason: `${walletName}: hosts: ${host} is no origin with https:`,
        fix: 'write it as https://host.example, without a path',
      })
  }
  return [...knownOrigins, ...hosts]
}

function isSecureOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.origin !== text || text.includes('*')) return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  )
}

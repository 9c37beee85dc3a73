import { LatchkeyError } from '@latchkey/protocol'

/**
 * Returns the origins that may embed the page as the host of a wallet: the known ones, and those of
 * the owner. Each must be an exact origin with `https:`, or with `http:` on this machine, because
 * whoever controls the origin decides what the page believes of the wallet. Throws
 * `config-invalid`.
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

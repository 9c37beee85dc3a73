import { LatchkeyError } from '@latchkey/protocol'

const safeAppOrigin = 'https://app.safe.global'

/**
 * Returns the origins that may embed the page as a Safe. Each must be an exact origin with `https:`,
 * or with `http:` on this machine, because whoever controls the origin decides what the page
 * believes of the Safe. Throws `config-invalid`.
 */
export function readHosts(hosts: readonly string[] = []): readonly string[] {
  for (const host of hosts) {
    if (!isSecureOrigin(host))
      throw new LatchkeyError('config-invalid', {
        reason: `safe: hosts: ${host} is no origin with https:`,
        fix: 'write it as https://safe.example, without a path',
      })
  }
  return [safeAppOrigin, ...hosts]
}

function isSecureOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.origin !== text || text.includes('*')) return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  )
}

/**
 * Whether a page's origin is one of a project's: scheme, host and port, whole. A rule may say `*.`
 * for any subdomain and `:*` for any port, as the server's own `frame-ancestors` does; nothing else
 * stands for anything.
 */
export function isAllowedOrigin(rules: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, port, origin: whole } = new URL(origin)
  // What is no origin of the web, or is spelled otherwise, is none of a project's.
  if (whole !== origin || (protocol !== 'https:' && protocol !== 'http:')) return false
  return rules.some((rule) => {
    if (rule === origin) return true
    const [, scheme, subdomains, host = '', ports] =
      /^(https?:)\/\/(\*\.)?([a-z\d._-]+)(?::(\d{1,5}|\*))?$/i.exec(rule) ?? []
    if (scheme !== protocol || (ports !== '*' && (ports ?? '') !== port)) return false
    return subdomains
      ? hostname.endsWith(`.${host.toLowerCase()}`)
      : hostname === host.toLowerCase()
  })
}

/**
 * Whether a page's origin fits one of the project's rules. Scheme, host and port must match as a
 * whole. A rule may have `*.` for any subdomain and `:*` for any port, as in the server's CSP
 * directive `frame-ancestors`; there are no other wildcards.
 */
export function isAllowedOrigin(rules: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, port, origin: parsedOrigin } = new URL(origin)
  // A text that is no web origin, or is not written in its normalised form, matches no rule.
  if (parsedOrigin !== origin || (protocol !== 'https:' && protocol !== 'http:')) return false
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

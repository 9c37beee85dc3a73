/**
 * Whether an origin is one of a project's: exact, or by its rules `*.` for any subdomain and `:*` for any port. Scheme, host
 * and port all count.
 */
export function fitsOrigin(origin: string, rules: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, port, origin: whole } = new URL(origin)
  if (whole !== origin || whole === 'null') return false
  return rules.some((rule) => {
    const [, scheme, dots, host, ruled] =
      /^([a-z][a-z\d+.-]*:)\/\/(\*\.)?([a-z\d._-]+|\[[\da-f:]+\])(?::(\d{1,5}|\*))?$/.exec(rule) ?? []
    if (scheme !== protocol || !host) return false
    const isHost = dots ? hostname.endsWith(`.${host}`) : hostname === host
    return isHost && (ruled === '*' || (ruled ?? '') === port)
  })
}

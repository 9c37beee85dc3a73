const localHostPattern = /^(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)$/

/**
 * Whether a page of `origin` may use a project. Without rules only pages on localhost may. With
 * rules, localhost needs its own rule (`http://localhost:*`), because any program on a visitor's
 * machine can serve such a page.
 */
export function isAllowedOrigin(origin: string, rules: readonly string[]): boolean {
  const pageParts = splitOrigin(origin)
  if (!pageParts) return false
  if (rules.length === 0)
    return /^https?:$/.test(pageParts.protocol) && localHostPattern.test(pageParts.host)
  return rules.some((text) => {
    const ruleParts = splitOrigin(text)
    if (!ruleParts || ruleParts.protocol !== pageParts.protocol) return false
    if (ruleParts.port !== '*' && ruleParts.port !== pageParts.port) return false
    return ruleParts.host.startsWith('*.')
      ? pageParts.host.endsWith(ruleParts.host.slice(1))
      : pageParts.host === ruleParts.host
  })
}

interface OriginFields {
  readonly protocol: string
  readonly host: string
  readonly port: string
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function splitOrigin(text: string): OriginFields | undefined {
  const originMatch =
    /^([a-z][a-z\d+.-]*:)\/\/(\[[\da-f:]+\]|[^/:[\]@?#\s]+)(?::(\d{1,5}|\*))?$/i.exec(text)
  if (!originMatch) return undefined
  const [, protocol = '', host = '', port] = originMatch.map((part) => part?.toLowerCase())
  return { protocol, host, port: port ?? defaultPorts[protocol] ?? '' }
}

const localHostPattern = /^(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)$/

/**
 * Whether a page of `origin` may use a project. Without rules only pages on localhost may. With
 * rules, localhost needs its own rule (`http://localhost:*`), because any program on a visitor's
 * machine can serve such a page.
 */
export function isAllowedOrigin(origin: string, rules: readonly string[]): boolean {
  const page = splitOrigin(origin)
  if (!page) return false
  if (rules.length === 0) return /^https?:$/.test(page.protocol) && localHostPattern.test(page.host)
  return rules.some((text) => {
    const rule = splitOrigin(text)
    if (!rule || rule.protocol !== page.protocol) return false
    if (rule.port !== '*' && rule.port !== page.port) return false
    return rule.host.startsWith('*.')
      ? page.host.endsWith(rule.host.slice(1))
      : page.host === rule.host
  })
}

interface OriginFields {
  readonly protocol: string
  readonly host: string
  readonly port: string
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function splitOrigin(text: string): OriginFields | undefined {
  const found = /^([a-z][a-z\d+.-]*:)\/\/(\[[\da-f:]+\]|[^/:[\]@?#\s]+)(?::(\d{1,5}|\*))?$/i.exec(
    text,
  )
  if (!found) return undefined
  const [, protocol = '', host = '', port] = found.map((part) => part?.toLowerCase())
  return { protocol, host, port: port ?? defaultPorts[protocol] ?? '' }
}

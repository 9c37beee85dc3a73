/** Whether a page of `origin` may use a project; no rule at all means localhost only (decisions, "Project id"). */
export function isAllowedOrigin(origin: string, rules: readonly string[]): boolean {
  const page = parts(origin)
  if (!page) return false
  if (/^https?:$/.test(page.protocol) && /^(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)$/.test(page.host))
    return true
  return rules.some((text) => {
    const rule = parts(text)
    if (!rule || rule.protocol !== page.protocol) return false
    if (rule.port !== '*' && rule.port !== page.port) return false
    return rule.host.startsWith('*.') ? page.host.endsWith(rule.host.slice(1)) : page.host === rule.host
  })
}

interface Parts {
  readonly protocol: string
  readonly host: string
  readonly port: string
}

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function parts(text: string): Parts | undefined {
  const found = /^([a-z][a-z\d+.-]*:)\/\/(\[[\da-f:]+\]|[^/:[\]@?#\s]+)(?::(\d{1,5}|\*))?$/i.exec(text)
  if (!found) return undefined
  const [, protocol = '', host = '', port] = found.map((part) => part?.toLowerCase())
  return { protocol, host, port: port ?? ports[protocol] ?? '' }
}

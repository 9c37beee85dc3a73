const services = ['bundler', 'sponsor'] as const

/**
 * Applies the environment variables `LATCHKEY_BUNDLER_URL_…` and `LATCHKEY_SPONSOR_URL_…` to the
 * chains in the configuration file. They exist because such addresses contain keys.
 */
export function overlaySmartServices(
  raw: { vault?: unknown },
  env: Readonly<Record<string, string | undefined>>,
  origins: Map<string, `env ${string}` | string>,
): void {
  const { smart } = asRecord(raw.vault)
  const overlaidSmart = Object.fromEntries(
    Object.entries(asRecord(smart)).map(([chain, given]) => {
      const serviceUrls = services.flatMap((service) => {
        const variable = `LATCHKEY_${service.toUpperCase()}_URL_${chain.replace(/[^a-z\d]/gi, '_')}`
        const value = env[variable]
        if (!value) return []
        origins.set(`vault.smart.${chain}.${service}`, `env ${variable}`)
        return [[service, value]]
      })
      return [
        chain,
        serviceUrls.length ? { ...asRecord(given), ...Object.fromEntries(serviceUrls) } : given,
      ]
    }),
  )
  if (Object.keys(overlaidSmart).length)
    raw.vault = { ...asRecord(raw.vault), smart: overlaidSmart }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

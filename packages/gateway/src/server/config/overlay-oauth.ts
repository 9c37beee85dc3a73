const prefix = 'LATCHKEY_OAUTH_SECRET_'

/**
 * Applies the environment variables `LATCHKEY_OAUTH_SECRET_<PROVIDER>` to the sign-in providers in
 * the configuration file; Apple's variable is the private key of the client.
 */
export function overlayOAuth(
  raw: { vault?: unknown },
  env: Readonly<Record<string, string | undefined>>,
  origins: Map<string, `env ${string}` | string>,
): void {
  const { providers } = Object(raw.vault) as { providers?: unknown }
  if (typeof providers !== 'object' || providers === null) return
  const filledProviders = { ...(providers as Record<string, unknown>) }
  for (const [name, provider] of Object.entries(filledProviders)) {
    const variable = `${prefix}${name.toUpperCase()}`
    // In the environment a PEM text is usually on one line, with its line breaks written as `\n`.
    const value = env[variable]?.replaceAll('\\n', '\n')
    if (!value || typeof provider !== 'object' || provider === null || Array.isArray(provider))
      continue
    const key = name === 'apple' ? 'privateKey' : 'clientSecret'
    filledProviders[name] = { ...provider, [key]: value }
    origins.set(`vault.providers.${name}.${key}`, `env ${variable}`)
  }
  raw.vault = { ...(raw.vault as object), providers: filledProviders }
}

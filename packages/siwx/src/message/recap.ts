const prefix = 'urn:recap:'

type Abilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Whether a resource of a message is a recap (EIP-5573), which lists what the signer lets the site
 * do.
 */
export function isRecap(resource: string | undefined): resource is string {
  return resource?.startsWith(prefix) ?? false
}

/**
 * The sentence that a recap adds to the statement, as EIP-5573 translates it; undefined when the
 * resource is no recap. The sentence of a text must be this one, else the visitor reads something
 * else than the recap grants.
 */
export function recapSentence(resource: string): string | undefined {
  const abilities = readAbilities(resource.slice(prefix.length))
  if (!abilities) return undefined
  const parts: string[] = []
  for (const target of Object.keys(abilities).sort()) {
    const kinds = new Map<string, string[]>()
    for (const ability of Object.keys(abilities[target] ?? {}).sort()) {
      const at = ability.indexOf('/')
      const kind = ability.slice(0, at)
      kinds.set(kind, [...(kinds.get(kind) ?? []), `'${ability.slice(at + 1)}'`])
    }
    for (const [kind, names] of kinds) {
      parts.push(`(${parts.length + 1}) '${kind}': ${names.join(', ')} for '${target}'.`)
    }
  }
  return parts.length === 0
    ? undefined
    : `I further authorize the stated URI to perform the following actions on my behalf: ${parts.join(' ')}`
}

function readAbilities(encoded: string): Abilities | undefined {
  try {
    const bytes = atob(encoded.replace(/-/g, '+').replace(/_/g, '/'))
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
    const { att } = (JSON.parse(text) ?? {}) as { readonly att?: unknown }
    return isFields(att) && Object.values(att).every(isFields) ? (att as Abilities) : undefined
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

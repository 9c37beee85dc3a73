/** Maximum sizes of what is read from a peer's namespaces; longer lists are cut off. */
export const namespaceLimits = {
  namespaces: 32,
  chains: 256,
  accounts: 1024,
  names: 256,
  nameLength: 128,
} as const

export type Fields = Readonly<Record<string, unknown>>

export function isFieldRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** The distinct strings of a list, bounded; other items are ignored. */
export function stringsOf(
  value: unknown,
  limit: number,
  isGood: (text: string) => boolean,
): readonly string[] {
  if (!Array.isArray(value)) return []
  const foundItems = new Set<string>()
  for (const item of value.slice(0, limit)) {
    if (typeof item === 'string' && isGood(item)) foundItems.add(item)
  }
  return [...foundItems]
}

/** Whether `text` is a valid method or event name. */
export function isValidName(text: string): boolean {
  return text.length > 0 && text.length <= namespaceLimits.nameLength
}

/** The bare namespace of a key, which may be a chain: `eip155` of `eip155:1`. */
export function namespaceOfKey(key: string): string {
  const colonIndex = key.indexOf(':')
  return colonIndex < 0 ? key : key.slice(0, colonIndex)
}

/** Whether a key is a namespace or chain, such as `eip155` or `eip155:1`. Source: CAIP-2. */
export function isNamespaceKey(key: string): boolean {
  return /^[-a-z0-9]{3,8}(:[-_a-zA-Z0-9]{1,32})?$/.test(key)
}

/** Whether a chain or account id belongs to a key, which is a namespace or a chain. */
export function belongsTo(key: string, id: string): boolean {
  return id === key || id.startsWith(`${key}:`)
}

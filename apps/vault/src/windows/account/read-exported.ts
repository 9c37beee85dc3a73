import type { VaultNamespace } from '@latchkey/protocol/vault'

export interface Exported {
  readonly words: string
  readonly keys: readonly (readonly [VaultNamespace, string])[]
}

const families = ['eip155', 'solana', 'bip122'] as const

/**
 * Reads the decrypted keys, which the export worker had encrypted for this window.
 * @throws for anything else
 */
export function readExported(bytes: Uint8Array): Exported {
  const { words, keys } = JSON.parse(new TextDecoder().decode(bytes)) as {
    words?: unknown
    keys?: Record<string, unknown>
  }
  if (typeof words !== 'string' || !/^([a-z]{3,8} ){23}[a-z]{3,8}$/.test(words))
    throw new TypeError('no words')
  const exportedKeys = families.flatMap((family) => {
    const key = keys?.[family]
    return typeof key === 'string' && /^[\w]{40,100}$/.test(key) ? [[family, key] as const] : []
  })
  return { words, keys: exportedKeys }
}

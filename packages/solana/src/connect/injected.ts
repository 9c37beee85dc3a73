import { legacyPaths } from './legacy-paths.ts'

/**
 * An object that answers like the first wallets of Solana did; each member may be missing and each
 * may throw.
 */
export interface LegacyProvider {
  connect(): unknown
  readonly signMessage?: unknown
  readonly signTransaction?: unknown
}

/** One that stands on `window`; without a name it stands where several wallets put themselves. */
export interface Injected {
  readonly provider: LegacyProvider
  readonly name?: string
}

/** What stands at the known places of `page`, each object once. */
export function injectedProviders(page: object): readonly Injected[] {
  const found: Injected[] = []
  for (const [path, name] of [...legacyPaths, ['solana', undefined] as const]) {
    const provider = providerAt(page, path)
    if (provider && !found.some((other) => other.provider === provider))
      found.push({ provider, ...(name && { name }) })
  }
  return found
}

function providerAt(page: object, path: string): LegacyProvider | null {
  try {
    const object = path
      .split('.')
      .reduce<unknown>((from, key) => (from as Readonly<Record<string, unknown>>)[key], page)
    const { connect, signMessage, signTransaction } = object as Readonly<Record<string, unknown>>
    const signs = [signMessage, signTransaction].some((method) => typeof method === 'function')
    return typeof connect === 'function' && signs ? (object as LegacyProvider) : null
  } catch {
    return null
  }
}

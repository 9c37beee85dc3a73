import { legacyPaths } from './legacy-paths.ts'

/**
 * The object that Solana wallets put on `window` before Wallet Standard existed; each member may be
 * missing and each may throw.
 */
export interface LegacyProvider {
  connect(): unknown
  readonly signMessage?: unknown
  readonly signTransaction?: unknown
}

/**
 * An object that a wallet put on `window`; its name is absent when several wallets use the same
 * path.
 */
export interface Injected {
  readonly provider: LegacyProvider
  readonly name?: string
}

/** The providers at the known paths of `page`, each object once. */
export function injectedProviders(page: object): readonly Injected[] {
  const foundProviders: Injected[] = []
  for (const [path, name] of [...legacyPaths, ['solana', undefined] as const]) {
    const provider = providerAt(page, path)
    if (provider && !foundProviders.some((existing) => existing.provider === provider))
      foundProviders.push({ provider, ...(name && { name }) })
  }
  return foundProviders
}

function providerAt(page: object, path: string): LegacyProvider | null {
  try {
    const object = path
      .split('.')
      .reduce<unknown>((parent, key) => (parent as Readonly<Record<string, unknown>>)[key], page)
    const { connect, signMessage, signTransaction } = object as Readonly<Record<string, unknown>>
    const canSign = [signMessage, signTransaction].some((method) => typeof method === 'function')
    return typeof connect === 'function' && canSign ? (object as LegacyProvider) : null
  } catch {
    return null
  }
}

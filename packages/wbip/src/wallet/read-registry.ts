import { isDataIcon } from '@latchkey/protocol'
import { hasMethod, type Provider, peekAt } from './provider.ts'
import { isProviderPath, resolvePath } from './resolve-path.ts'
import { type KnownWallet, type Manner, wallets } from './wallets.ts'

/** Names of the lists on `window` in which wallets register themselves. */
const registries = ['btc_providers', 'wbip_providers', 'webbtc_stx_providers'] as const
/**
 * Maximum number of wallets that are read, more than any page has. Without it, a hostile script
 * could list wallets without end.
 */
const maxWallets = 100

/**
 * A Bitcoin or Stacks wallet that was found on the page. Texts are copied, so the wallet cannot
 * change them later.
 */
export interface Entry {
  /**
   * Dotted path of the wallet's object on `window`, which is also the wallet's key in catalogues.
   */
  readonly path: string
  readonly name: string
  readonly icon?: string
  /** The wallet's object. It stays the same even if the path later leads to another object. */
  readonly provider: Provider
  readonly manner: Manner
  readonly isBitcoinOnly: boolean
  /** Whether the wallet registered itself; if false, it was found at a known path. */
  readonly isListed: boolean
}

/**
 * Returns the Bitcoin and Stacks wallets on the page: first those that registered themselves, then
 * those at known paths; each object once.
 */
export function readRegistry(page: unknown): readonly Entry[] {
  const foundEntries: Entry[] = []
  const addEntry = (
    path: string,
    registryEntry?: { readonly name: unknown; readonly icon: unknown },
  ) => {
    if (foundEntries.length >= maxWallets || foundEntries.some((entry) => entry.path === path))
      return
    const provider = resolvePath(page, path)
    if (!provider || foundEntries.some((entry) => entry.provider === provider)) return
    const walletAtPath = wallets.find((wallet) => wallet.path === path)
    const knownWallet = walletAtPath ?? wallets.find((wallet) => hasMarks(provider, wallet))
    if (!(knownWallet?.methods ?? ['request']).every((name) => hasMethod(provider, name))) return
    if (walletAtPath?.foreign?.some((flag) => peekAt(provider, flag))) return
    // For a wallet at a known path the built-in name is used, so that a list on the page cannot
    // change it.
    const name = walletAtPath?.name ?? cleanName(registryEntry?.name)
    if (!name) return
    const { manner = 'plain', isBitcoinOnly = false } = knownWallet ?? {}
    const icon = isDataIcon(registryEntry?.icon) ? { icon: registryEntry.icon } : {}
    foundEntries.push({
      path,
      name,
      ...icon,
      provider,
      manner,
      isBitcoinOnly,
      isListed: registryEntry !== undefined,
    })
  }

  for (const registry of registries) {
    for (const item of itemsOfList(peekAt(page, registry))) {
      const id = peekAt(item, 'id')
      if (isProviderPath(id))
        addEntry(id, { name: peekAt(item, 'name'), icon: peekAt(item, 'icon') })
    }
  }
  for (const { path } of wallets) {
    addEntry(path)
  }
  return foundEntries
}

function itemsOfList(list: unknown): readonly unknown[] {
  try {
    if (!Array.isArray(list)) return []
    const count = Math.min(list.length, maxWallets)
    return Array.from({ length: count }, (_, i) => peekAt(list, String(i)))
  } catch {
    return []
  }
}

function hasMarks(provider: Provider, { marks }: KnownWallet): boolean {
  return marks?.every((mark) => Boolean(peekAt(provider, mark))) ?? false
}

/**
 * Removes control characters and characters that change the text's direction, which could make one
 * name look like another.
 */
function cleanName(name: unknown): string {
  return typeof name === 'string'
    ? name.slice(0, 256).replace(/\p{C}/gu, '').trim().slice(0, 64)
    : ''
}

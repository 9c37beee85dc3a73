import type { Chain, WalletListing } from '@latchkey/protocol'
import { openingLinks } from './opening-links.ts'
import type { CatalogData } from './read.ts'
import type { NetworkFile } from './schema.ts'
import { tile } from './tile.ts'

const head =
  '// Made by `node --import tsx scripts/catalog.ts` from packages/catalog/data. Do not edit.\n'

/** Number of wallets, by rank, that are loaded with the dialog. */
export const firstWallets = 40

type Wallet = CatalogData['wallets'][number]

/** The text of `src/wallets.gen.ts`: the fields that the dialog needs of the first wallets. */
export function generateWallets({ wallets }: CatalogData): string {
  return `${head}import type { WalletListing } from '@latchkey/protocol'

export const rows: readonly WalletListing[] = [
${lines(wallets.slice(0, firstWallets), listing)}]
`
}

/**
 * The text of `src/more-wallets.gen.ts`: the other wallets, and the remaining fields of the first.
 */
export function generateMoreWallets({ wallets }: CatalogData): string {
  return `${head}import type { WalletListing } from '@latchkey/protocol'

export const additions: readonly Partial<WalletListing>[] = [
${lines(wallets.slice(0, firstWallets), addition)}]

export const moreRows: readonly WalletListing[] = [
${lines(wallets.slice(firstWallets), (wallet) => ({ ...listing(wallet), ...addition(wallet) }))}]
`
}

/**
 * The text of `src/browse-links.gen.ts`: links that open a page in a wallet's own browser, by
 * wallet id.
 */
export function generateBrowseLinks({ wallets }: CatalogData): string {
  const rows = wallets.flatMap(({ id, inAppBrowser: { universal, native } }) => {
    // Without the app, a universal link opens the app's web page, but a scheme opens nothing.
    const pattern = [universal, native].find((one) => one && isFillable(one))
    return pattern ? [`  ${JSON.stringify(id)}: ${JSON.stringify(pattern)},\n`] : []
  })
  return `${head}
/** Patterns with {url}, {origin} and {hostPath} of the page as they are, {enc} and {encOrigin} percent-encoded. */
export const browseLinks: Readonly<Record<string, string>> = {
${rows.join('')}}
`
}

/**
 * Whether a pattern needs only plain parts of the page's address; few wallets need them encoded
 * twice.
 */
function isFillable(pattern: string): boolean {
  return pattern.replace(/\{(url|origin|enc|encOrigin|hostPath)\}/g, '').search(/[{}]/) < 0
}

function lines(wallets: readonly Wallet[], row: (wallet: Wallet) => object): string {
  return wallets.map((wallet) => `  ${JSON.stringify(row(wallet))},\n`).join('')
}

/**
 * The text of `src/networks.gen.ts`: one export per network, so that a page bundles only the
 * networks it imports.
 */
export function generateNetworks(data: CatalogData): string {
  const constants = data.networks.map(
    (file) =>
      `export const ${file.key}: Chain<'${chain(file).id}'> = ${JSON.stringify(chain(file))}\n`,
  )
  return `${head}import type { Chain } from '@latchkey/protocol'

${constants.join('')}
/** All of them, in the order of rank. */
export const networks: readonly Chain[] = [${data.networks.map((file) => file.key).join(', ')}]
`
}

/**
 * The text of `src/network-names.gen.ts`: network names by id. It is separate from the networks: a
 * late-loaded part that imports all names would otherwise pull all networks into the page.
 */
export function generateNetworkNames(data: CatalogData): string {
  const names = Object.fromEntries(data.networks.map((file) => [chain(file).id, file.name]))
  return `${head}
export const networkNames: Readonly<Record<string, string>> = ${JSON.stringify(names, null, 2)}
`
}

/**
 * The fields of a wallet that a page needs; flags of injected objects stay in the data, because
 * wallets are not identified by them.
 */
function listing(wallet: Wallet): WalletListing {
  const isOwnArt = wallet.svg !== tile(wallet.name, wallet.color)
  const keys = [...wallet.rdnsAliases, ...wallet.walletStandardNames, ...wallet.providerPaths]
  return stated({
    id: wallet.id,
    name: wallet.name,
    aliases: wallet.aliases,
    order: wallet.rank,
    homepage: wallet.homepage,
    image_url: isOwnArt ? `data:image/svg+xml,${encodeURIComponent(wallet.svg.trim())}` : null,
    color: wallet.color,
    rdns: wallet.rdns,
    keys: [...new Set(keys)],
    chains: wallet.families,
    mobile_link: openingLinks(wallet).mobile_link,
    app_store: wallet.stores.appStore,
    play_store: wallet.stores.playStore,
    chrome_store: wallet.stores.chrome,
    firefox_store: wallet.stores.firefox,
  })
}

function addition(wallet: Wallet): Partial<WalletListing> {
  const { mobile_link: _, ...others } = openingLinks(wallet)
  return stated({
    ...others,
    explorer_ids: [wallet.explorerId, ...wallet.otherExplorerIds].filter((id) => id !== null),
  })
}

function chain(file: NetworkFile): Chain {
  return {
    id: file.id,
    name: file.name,
    nativeCurrency: file.nativeCurrency,
    rpcUrls: [],
    ...(file.explorer ? { explorer: file.explorer } : {}),
    ...(file.testnet ? { testnet: true } : {}),
    ...(file.contracts ? { contracts: file.contracts } : {}),
  }
}

function stated<T extends object>(row: T): T {
  const entries = Object.entries(row).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(entries) as T
}

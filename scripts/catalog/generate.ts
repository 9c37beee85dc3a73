import type { Chain, WalletListing } from '@latchkey/protocol'
import { openingLinks } from './opening-links.ts'
import type { CatalogData } from './read.ts'
import type { NetworkFile } from './schema.ts'
import { tile } from './tile.ts'

const head =
  '// Made by `node --import tsx scripts/catalog.ts` from packages/catalog/data. Do not edit.\n'

/** How many wallets, by rank, a page has with the dialog. */
export const firstWallets = 40

type Wallet = CatalogData['wallets'][number]

/** The text of `src/wallets.gen.ts`: what the dialog needs of the first wallets. */
export function generateWallets({ wallets }: CatalogData): string {
  return `${head}import type { WalletListing } from '@latchkey/protocol'

export const rows: readonly WalletListing[] = [
${lines(wallets.slice(0, firstWallets), listing)}]
`
}

/**
 * The text of `src/more-wallets.gen.ts`: the other wallets, and what else is known of the first.
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
 * The text of `src/browse-links.gen.ts`: how a page is opened within a wallet's own browser, by
 * wallet id.
 */
export function generateBrowseLinks({ wallets }: CatalogData): string {
  const rows = wallets.flatMap(({ id, inAppBrowser: { universal, native } }) => {
    // A universal link leads to the app's page where the app is not there; a scheme leads nowhere.
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
 * Whether nothing but plain parts of the page's address goes into it; few wallets want them wrapped
 * once more.
 */
function isFillable(pattern: string): boolean {
  return pattern.replace(/\{(url|origin|enc|encOrigin|hostPath)\}/g, '').search(/[{}]/) < 0
}

function lines(wallets: readonly Wallet[], row: (wallet: Wallet) => object): string {
  return wallets.map((wallet) => `  ${JSON.stringify(row(wallet))},\n`).join('')
}

/**
 * The text of `src/networks.gen.ts`: one export a network, so that a page carries only those it
 * names.
 */
export function generateNetworks(data: CatalogData): string {
  const constants = data.networks.map(
    (file) => `export const ${file.key}: Chain = ${JSON.stringify(chain(file))}\n`,
  )
  return `${head}import type { Chain } from '@latchkey/protocol'

${constants.join('')}
/** All of them, in the order of rank. */
export const networks: readonly Chain[] = [${data.networks.map((file) => file.key).join(', ')}]
`
}

/**
 * The text of `src/network-names.gen.ts`: what networks are called, by id. Apart from the networks:
 * a part that comes late and asks for all of those would bring them into the page that has named
 * one.
 */
export function generateNetworkNames(data: CatalogData): string {
  const names = Object.fromEntries(data.networks.map((file) => [chain(file).id, file.name]))
  return `${head}
export const networkNames: Readonly<Record<string, string>> = ${JSON.stringify(names, null, 2)}
`
}

/**
 * What a page needs of a wallet; flags on injected objects stay in the data, since no wallet is
 * told by them.
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

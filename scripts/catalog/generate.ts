import type { Chain, WalletListing } from '@latchkey/protocol'
import type { CatalogData } from './read.ts'
import type { NetworkFile } from './schema.ts'
import { tile } from './tile.ts'

const head = '// Made by `node --import tsx scripts/catalog.ts` from packages/catalog/data. Do not edit.\n'

/** The text of `src/wallets.gen.ts`. */
export function generateWallets(data: CatalogData): string {
  const rows = data.wallets.map((wallet) => `  ${JSON.stringify(listing(wallet))},\n`)
  return `${head}import type { WalletListing } from '@latchkey/protocol'

export const rows: readonly WalletListing[] = [
${rows.join('')}]
`
}

/** The text of `src/networks.gen.ts`: one export a network, so that a page carries only those it names. */
export function generateNetworks(data: CatalogData): string {
  const constants = data.networks.map((file) => `export const ${file.key}: Chain = ${JSON.stringify(chain(file))}\n`)
  return `${head}import type { Chain } from '@latchkey/protocol'

${constants.join('')}
/** All of them, in the order of rank. */
export const networks: readonly Chain[] = [${data.networks.map((file) => file.key).join(', ')}]
`
}

/** What a page needs of a wallet; flags on injected objects stay in the data, since no wallet is told by them. */
function listing(wallet: CatalogData['wallets'][number]): WalletListing {
  const isOwnArt = wallet.svg !== tile(wallet.name, wallet.color)
  const keys = [wallet.rdns, ...wallet.rdnsAliases, ...wallet.walletStandardNames, ...wallet.providerPaths]
  return stated({
    id: wallet.id,
    name: wallet.name,
    aliases: wallet.aliases,
    order: wallet.rank,
    homepage: wallet.homepage,
    image_url: isOwnArt ? `data:image/svg+xml,${encodeURIComponent(wallet.svg.trim())}` : null,
    color: wallet.color,
    rdns: wallet.rdns,
    keys: [...new Set(keys.filter((key) => key !== null))],
    chains: wallet.families,
    mobile_link: wallet.mobile.native,
    app_store: wallet.stores.appStore,
    play_store: wallet.stores.playStore,
    chrome_store: wallet.stores.chrome,
    firefox_store: wallet.stores.firefox,
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

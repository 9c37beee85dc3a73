import type { WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { readAnnouncement } from '../../connect/announcement.ts'
import type { Provider } from '../../connect/provider.ts'
import { type HostPage, readParentOrigin } from '../host/parent-origin.ts'
import { readHosts } from '../host/read-hosts.ts'
import { providerVerbs } from '../library/provider-verbs.ts'
import { hostIdPrefix, type PageWallet } from '../page-wallet.ts'

const id = `${hostIdPrefix}farcaster`
const knownOrigins = ['https://farcaster.xyz', 'https://warpcast.com']

export declare namespace farcaster {
  interface Options {
    /** Imports `@farcaster/miniapp-sdk`, which your app depends on. */
    readonly load: () => Promise<object>
    /**
     * Origins of further sites that show mini apps in a frame; `https://farcaster.xyz` is always one
     * of them. Apps on phones need no entry.
     */
    readonly hosts?: readonly string[]
    /** The window of the page; default `window`, if there is one. */
    readonly page?: HostPage & EventTarget
  }
}

/**
 * The wallet of the app that shows the page as a Farcaster mini app. The library is loaded only in a
 * frame of such a site or inside an app on a phone, and the wallet is listed when the app answers
 * that it has one. Throws `config-invalid`.
 *
 * @example
 * const load = async () => ({}) // import('@farcaster/miniapp-sdk')
 * const adapter = withWallets(evm({ chains }), farcaster({ load }))
 */
export function farcaster(options: farcaster.Options): PageWallet {
  const origins = readHosts('farcaster', knownOrigins, options.hosts)
  const found: { provider?: Provider; readonly keys: Set<string> } = { keys: new Set() }
  return {
    isOwn: ({ wallet }) => wallet.keys.some((key) => found.keys.has(key)),
    discover(onFound, { guard }) {
      const page = options.page ?? (globalThis.window as (HostPage & EventTarget) | undefined)
      if (!page || !canBeMiniApp(page, origins)) return () => {}
      const controller = new AbortController()
      const { signal } = controller
      const report = (identity: Pick<WalletIdentity, 'name' | 'icon'>, provider: Provider) => {
        const wallet: WalletIdentity = { ...identity, keys: [...found.keys], origin: 'injected' }
        const loadConnector = async () =>
          (await import('../library/open-library.ts')).openLibrary(async () => provider, {
            id,
            wallet,
            isContract: false,
          })
        onFound(
          lazyConnector(
            { id, namespaces: ['eip155'], wallet, verbs: providerVerbs },
            loadConnector,
            guard,
          ),
        )
      }
      // The library announces the app's wallet as well (EIP-6963), and tells its name and icon only
      // so. This listener comes before the adapter's, which asks `isOwn`.
      const handleAnnouncement = (event: Event) => {
        const announcement = readAnnouncement((event as CustomEvent<unknown>).detail)
        if (!announcement || !found.provider || announcement.provider !== found.provider) return
        const { rdns, name, icon } = announcement
        found.keys.add(rdns)
        report({ name, ...(icon && { icon }) }, found.provider)
      }
      page.addEventListener('eip6963:announceProvider' as never, handleAnnouncement as never)
      signal.addEventListener('abort', () =>
        page.removeEventListener('eip6963:announceProvider' as never, handleAnnouncement as never),
      )
      import('./find-farcaster.ts')
        .then(({ findFarcaster }) =>
          findFarcaster(options.load, (provider) => {
            found.provider = provider
          }),
        )
        .then(
          (provider) => {
            if (provider && !signal.aborted && found.keys.size === 0)
              report({ name: 'Farcaster' }, provider)
          },
          () => {},
        )
      return () => controller.abort()
    },
  }
}

/**
 * Whether the page may be a mini app: apps on phones have a way to speak with the page, and on
 * computers it is in a frame of one of the sites, or of a site that the browser does not tell.
 */
function canBeMiniApp(page: HostPage, origins: readonly string[]): boolean {
  if ('ReactNativeWebView' in page) return true
  const parentOrigin = readParentOrigin(page)
  return parentOrigin === undefined || (parentOrigin !== null && origins.includes(parentOrigin))
}

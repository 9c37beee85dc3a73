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
    /** Imports `@farcaster/miniapp-sdk`, which has to be a dependency of your app. */
    readonly load: () => Promise<object>
    /**
     * Origins of more sites that may show your page as a mini app in a frame, besides
     * `https://farcaster.xyz` and `https://warpcast.com`. Apps on phones need no entry.
     */
    readonly hosts?: readonly string[]
    /** The window of the page; default: the global `window`, which a server does not have. */
    readonly page?: HostPage & EventTarget
  }
}

/**
 * The wallet of the Farcaster app that shows the page as a mini app. It is listed when the app
 * answers that it has a wallet. The app is asked, and the library is loaded for that, only when the
 * page may be a mini app: in a frame of `https://farcaster.xyz` or of a site in `hosts`, in a frame
 * whose site the browser does not tell, or inside an app on a phone. Throws `config-invalid` when
 * an entry of `hosts` is no exact origin.
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
      // The library also announces the app's wallet by EIP-6963, and only the announcement has the
      // wallet's name and icon. This listener is added before the adapter's own, so that `isOwn`
      // knows the wallet when the adapter asks.
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
 * Whether the page may be a mini app: it is inside an app on a phone, or in a frame of a site in
 * `origins`, or in a frame whose site the browser does not tell.
 */
function canBeMiniApp(page: HostPage, origins: readonly string[]): boolean {
  if ('ReactNativeWebView' in page) return true
  const parentOrigin = readParentOrigin(page)
  return parentOrigin === undefined || (parentOrigin !== null && origins.includes(parentOrigin))
}

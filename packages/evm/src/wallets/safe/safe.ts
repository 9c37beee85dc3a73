import type { Features, WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type HostPage, readParentOrigin } from '../host/parent-origin.ts'
import { readHosts } from '../host/read-hosts.ts'
import { hostIdPrefix, type PageWallet } from '../page-wallet.ts'

const safeAppOrigin = 'https://app.safe.global'
const id = `${hostIdPrefix}safe`
const wallet: WalletIdentity = { name: 'Safe', keys: ['global.safe'], origin: 'injected' }
/**
 * The features of a Safe. A page inside the Safe app cannot switch the Safe to another chain, so
 * `switchChain` is absent.
 */
const verbs: readonly (keyof Features)[] = [
  'signMessage',
  'transfer',
  'sendCall',
  'estimateTransfer',
  'capabilities',
  'request',
]

export declare namespace safe {
  interface Options {
    /**
     * Origins of more sites that show the page in a frame as the Safe app does, besides
     * `https://app.safe.global`, such as a Safe interface of your own: `https://safe.example`.
     */
    readonly hosts?: readonly string[]
    /** The window of the page; default: the global `window`, which a server does not have. */
    readonly page?: HostPage
  }
}

/**
 * The Safe in which the page was opened. It is listed only while the page is in a frame of the Safe
 * app or of a site in `hosts`. Sending a transaction waits until enough owners have signed it and
 * one has executed it; signing a message waits until enough owners have signed (EIP-1271). Throws
 * `config-invalid` when an entry of `hosts` is no exact origin.
 *
 * @example
 * const adapter = withWallets(evm({ chains }), safe({ hosts: ['https://safe.example'] }))
 */
export function safe(options: safe.Options = {}): PageWallet {
  const origins = readHosts('safe', [safeAppOrigin], options.hosts)
  return {
    discover(onFound, { guard }) {
      const page = options.page ?? (globalThis.window as HostPage | undefined)
      const parentOrigin = page && readParentOrigin(page)
      if (!page || parentOrigin === null) return () => {}
      const report = (allowedOrigins: readonly string[]) =>
        onFound(
          lazyConnector(
            { id, namespaces: ['eip155'], wallet, verbs },
            async () =>
              (await import('./open-safe.ts')).openSafe(page, allowedOrigins, { id, wallet }),
            guard,
          ),
        )
      if (parentOrigin !== undefined) {
        if (origins.includes(parentOrigin)) report([parentOrigin])
        return () => {}
      }
      // The browser does not tell which site shows the page in a frame, so that site itself is
      // asked.
      const controller = new AbortController()
      void import('./frame/find-safe.ts')
        .then(({ findSafe }) => findSafe(page, origins, controller.signal))
        .then(
          (origin) => {
            if (origin !== null && !controller.signal.aborted) report([origin])
          },
          () => {},
        )
      return () => controller.abort()
    },
  }
}

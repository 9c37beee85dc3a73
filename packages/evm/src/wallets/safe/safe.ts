import type { Features, WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type HostPage, readParentOrigin } from '../host/parent-origin.ts'
import { readHosts } from '../host/read-hosts.ts'
import { hostIdPrefix, type PageWallet } from '../page-wallet.ts'

const safeAppOrigin = 'https://app.safe.global'
const id = `${hostIdPrefix}safe`
const wallet: WalletIdentity = { name: 'Safe', keys: ['global.safe'], origin: 'injected' }
/** A Safe cannot be switched to another chain by an app inside it, so `switchChain` is absent. */
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
     * Origins of further sites that embed the page as the Safe app does, such as a Safe interface
     * of your own: `https://safe.example`. `https://app.safe.global` is always one of them.
     */
    readonly hosts?: readonly string[]
    /** The window of the page; default `window`, if there is one. */
    readonly page?: HostPage
  }
}

/**
 * The Safe that the page was opened in: a wallet only while the page is in a frame of the Safe app
 * or of a site in `hosts`. Transactions wait until enough owners have signed and one has executed
 * them, and messages until enough owners have signed (EIP-1271). Throws `config-invalid`.
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
      // The browser does not tell which site is around the page, so that site is asked.
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

import { LatchkeyError, referenceOf } from '@latchkey/protocol'
import type { PageWallet } from '../page-wallet.ts'
import { providerWallet } from './provider-wallet.ts'

/** The options that both libraries of the wallet's maker accept. */
interface LibraryOptions {
  readonly appName: string
  readonly appLogoUrl?: string
  readonly appChainIds: number[]
  readonly preference: Record<string, unknown>
}

type MakeLibrary = (options: LibraryOptions) => { getProvider(): unknown }

export declare namespace baseAccount {
  interface Options {
    /**
     * Imports the wallet's library, which has to be a dependency of your app: `@base-org/account`,
     * or `@coinbase/wallet-sdk`.
     */
    readonly load: () => Promise<object>
    /** Name of your app, which the wallet's window shows. */
    readonly appName: string
    /** `https:` address of your app's logo, which the wallet's window shows. */
    readonly appLogoUrl?: string
    /**
     * Preferences of the library, such as `attribution`. The library's `telemetry` would load a
     * script of another site, so it is off unless you switch it on here.
     */
    readonly preference?: Readonly<Record<string, unknown>>
  }
}

/**
 * The Base Account (formerly Coinbase Smart Wallet): a contract account that the visitor controls
 * with a passkey, in a window of the site of the wallet's maker. Connecting throws the code that
 * stands for the wallet's error, or `connection-failed` when `load` gives another library.
 *
 * @example
 * const wallet = baseAccount({ load: () => import('@coinbase/wallet-sdk'), appName: 'Shop' })
 */
export function baseAccount(options: baseAccount.Options): PageWallet {
  const { load, appName, appLogoUrl, preference } = options
  return providerWallet({
    id: 'app.base.account',
    name: 'Base Account',
    isContract: true,
    async load(chains) {
      const library = (await load()) as Readonly<Record<string, unknown>>
      const make = library.createBaseAccountSDK ?? library.createCoinbaseWalletSDK
      if (typeof make !== 'function')
        throw new LatchkeyError('connection-failed', {
          reason: 'baseAccount: load gives no library of the wallet',
        })
      const sdk = (make as MakeLibrary)({
        appName,
        ...(appLogoUrl && { appLogoUrl }),
        appChainIds: chains.map(({ id }) => Number(referenceOf(id))),
        // Only `@coinbase/wallet-sdk` reads `options`; without it, that library would offer its
        // phone app too.
        preference: { options: 'smartWalletOnly', telemetry: false, ...preference },
      })
      return sdk.getProvider()
    },
  })
}

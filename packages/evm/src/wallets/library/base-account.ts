import { LatchkeyError, referenceOf } from '@latchkey/protocol'
import type { PageWallet } from '../page-wallet.ts'
import { providerWallet } from './provider-wallet.ts'

/** What both libraries of the wallet's maker take. */
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
     * Imports the wallet's library, which your app depends on: `@base-org/account`, or
     * `@coinbase/wallet-sdk`.
     */
    readonly load: () => Promise<object>
    /** Name of your app, which the wallet's window shows. */
    readonly appName: string
    /** `https:` address of your app's logo, which the wallet's window shows. */
    readonly appLogoUrl?: string
    /**
     * Preferences of the library, such as `attribution`. `telemetry` is off unless you switch it on
     * here, because it loads a script of another site.
     */
    readonly preference?: Readonly<Record<string, unknown>>
  }
}

/**
 * The Base Account (before: Coinbase Smart Wallet), a contract account that a passkey controls, in a
 * window of its maker's site. Connecting throws the code of the wallet's error, `connection-failed` when
 * the library is another one.
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
        // `options` is read by @coinbase/wallet-sdk alone, which else offers its phone app, too.
        preference: { options: 'smartWalletOnly', telemetry: false, ...preference },
      })
      return sdk.getProvider()
    },
  })
}

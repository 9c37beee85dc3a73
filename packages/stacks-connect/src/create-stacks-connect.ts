import type { StacksLocalCache } from '@latchkey/protocol'
import { type Entry, readRegistry, resolvePath } from '@latchkey/wbip'
import {
  checkRequest,
  type MethodName,
  type ParamsOf,
  type ResultOf,
  type WalletAddress,
} from '@latchkey/wbip/request'
import {
  type WalletConnectOptions,
  walletConnectSettings,
} from './remote/wallet-connect-settings.ts'
import { JsonRpcError, JsonRpcErrorCode, toJsonRpcError } from './requests/json-rpc-error.ts'
import { writeParams } from './requests/write-params.ts'
import { type CacheStorage, openLocalCache } from './storage/local-cache.ts'
import { type ChooseWallet, chooseByModal } from './wallets/choose-wallet.ts'
import { openChosen } from './wallets/open-chosen.ts'
import { connectMethods, pageTarget } from './wallets/target.ts'
import type { ProviderInfo } from './wallets/wallet-listings.ts'

/** Options of one request; names and defaults are those of `@stacks/connect`. */
export interface ConnectRequestOptions extends WalletConnectOptions {
  /** Wallet object to ask instead of the chosen wallet. */
  readonly provider?: object
  /**
   * Whether the visitor must choose a wallet again; default false: the wallet chosen before is
   * asked.
   */
  readonly forceWalletSelect?: boolean
  /** Whether the choice of a wallet is stored for later pages; default true. */
  readonly persistWalletSelect?: boolean
  /** Whether requests are adapted to the differences of single wallets; default true. */
  readonly enableOverrides?: boolean
  /** Whether the addresses are stored, without keys and derivation paths; default true. */
  readonly enableLocalStorage?: boolean
  /**
   * Wallets that are shown even when they are not installed; default Leather, Xverse, Asigna and
   * Fordefi.
   */
  readonly defaultProviders?: readonly ProviderInfo[]
  /**
   * Ids of the only wallets that may be chosen; an id is the path of a wallet's object on `window`,
   * such as `XverseProviders.BitcoinProvider`.
   */
  readonly approvedProviderIds?: readonly string[]
}
export interface AddressesAnswer {
  readonly addresses: readonly WalletAddress[]
}
/** What a wallet answers to a method; `unknown` for a method that no standard defines. */
export type AnswerOf<M extends string> = M extends MethodName ? ResultOf<M> : unknown

/** The functions that a page calls instead of those of `@stacks/connect`. */
export interface StacksConnect {
  connect(
    options?: ConnectRequestOptions & { readonly network?: unknown },
  ): Promise<AddressesAnswer>
  request<M extends string>(method: M, params?: unknown): Promise<AnswerOf<M>>
  request<M extends string>(
    options: ConnectRequestOptions,
    method: M,
    params?: unknown,
  ): Promise<AnswerOf<M>>
  /**
   * Ends the session, in the wallet too; with `walletConnect` also the session of an earlier page.
   */
  disconnect(options?: WalletConnectOptions): void
  isConnected(): boolean
  getLocalStorage(): StacksLocalCache | null
  /** Deletes the stored addresses; the chosen wallet stays chosen. */
  clearLocalStorage(): void
  /** Id of the chosen wallet: the path of its object on `window`, or `WalletConnectProvider`. */
  getSelectedProviderId(): string | null
  /** Chooses a wallet without the dialog: later requests go to it. */
  setSelectedProviderId(id: string): void
  clearSelectedProviderId(): void
  /**
   * The chosen wallet's object on the page; undefined when none is chosen, or the wallet is on
   * another device.
   */
  getSelectedProvider(): object | undefined
}

/** Whether a request needs a parameter object, even an empty one. */
function needsParamsObject(method: string): boolean {
  const isValidRequest = (params: unknown): boolean => {
    try {
      checkRequest(method as MethodName, params as ParamsOf<MethodName>)
      return true
    } catch {
      return false
    }
  }
  return !isValidRequest(undefined) && isValidRequest({})
}

/**
 * Creates the functions that replace those of `@stacks/connect`. `choose` shows a dialog in which
 * the visitor chooses a wallet; default: the dialog of `@latchkey/modal`.
 */
export function createStacksConnect(options: {
  readonly page: object
  readonly storage?: CacheStorage | undefined
  readonly choose?: ChooseWallet
}): StacksConnect {
  const { page, storage, choose = chooseByModal } = options
  const cache = openLocalCache(storage)
  const chosenWallet = openChosen({ page, storage, choose, cache })

  const entryOfProvider = (provider: object): Pick<Entry, 'provider' | 'manner'> =>
    readRegistry(page).find((entry) => entry.provider === provider) ?? { provider, manner: 'plain' }
  const keepAddresses = (
    addresses: readonly WalletAddress[],
    { enableLocalStorage = true }: ConnectRequestOptions,
  ) => {
    if (enableLocalStorage) cache.setAddresses(addresses)
  }

  const runRequest = async (
    options: ConnectRequestOptions,
    method: string,
    raw: unknown,
  ): Promise<unknown> => {
    const asksForAddresses = connectMethods.includes(method)
    const params = writeParams(
      raw ?? (asksForAddresses || needsParamsObject(method) ? {} : undefined),
    ) as Readonly<Record<string, unknown>> | undefined
    const {
      provider,
      forceWalletSelect = false,
      persistWalletSelect: isKept = true,
      enableOverrides = true,
    } = options
    const settings = walletConnectSettings(options)
    const walletRequest = {
      approved: options.approvedProviderIds,
      providers: options.defaultProviders,
      settings,
    }
    const chosenTarget =
      provider || forceWalletSelect ? undefined : await chosenWallet.findChosenTarget(walletRequest)
    const knownTarget = provider ? pageTarget(entryOfProvider(provider)) : chosenTarget
    if (!knownTarget) {
      const { target, addresses } = await chosenWallet.choose({
        ...walletRequest,
        isKept,
        network: params?.network,
      })
      keepAddresses(addresses, options)
      // The wallet gave its addresses when it was chosen, so they are not requested a second time.
      return asksForAddresses ? { addresses } : target.ask(method, params, enableOverrides)
    }
    const answer = await knownTarget.ask(method, params, enableOverrides)
    if (asksForAddresses) keepAddresses((answer as AddressesAnswer).addresses, options)
    return answer
  }

  const convertErrors = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      throw toJsonRpcError(error)
    }
  }

  return {
    connect: ({ network, ...options } = {}) =>
      convertErrors(async () => {
        const params = network === undefined ? {} : { network }
        return (await runRequest(
          { forceWalletSelect: true, ...options },
          'getAddresses',
          params,
        )) as AddressesAnswer
      }),
    request: <M extends string>(
      first: M | ConnectRequestOptions,
      methodOrParams?: unknown,
      paramsOrNothing?: unknown,
    ) =>
      convertErrors(async () => {
        const hasNoOptions = typeof first === 'string'
        const method = hasNoOptions ? first : methodOrParams
        if (typeof method !== 'string')
          throw new JsonRpcError('method is no text', JsonRpcErrorCode.InvalidRequest)
        return (await runRequest(
          hasNoOptions ? {} : first,
          method,
          hasNoOptions ? methodOrParams : paramsOrNothing,
        )) as AnswerOf<M>
      }),
    disconnect: (options = {}) =>
      chosenWallet.disconnectWallet(() => walletConnectSettings(options)),
    isConnected() {
      const { stx = [], btc = [] } = cache.addresses()?.addresses ?? {}
      return stx.length + btc.length > 0
    },
    getLocalStorage: () => cache.addresses() ?? null,
    clearLocalStorage: () => cache.setAddresses([]),
    getSelectedProviderId: () => cache.provider() ?? null,
    setSelectedProviderId: (id) => chosenWallet.select(id),
    clearSelectedProviderId: () => chosenWallet.select(undefined),
    getSelectedProvider: () => resolvePath(page, cache.provider() ?? ''),
  }
}

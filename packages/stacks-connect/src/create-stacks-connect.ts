import { LatchkeyError, type StacksLocalCache } from '@latchkey/protocol'
import { type Entry, networkName, readRegistry } from '@latchkey/wbip'
import { request as ask, type MethodName, type ParamsOf, type WalletAddress } from '@latchkey/wbip/request'
import { type Choose, chooseByModal } from './choose-wallet.ts'
import { JsonRpcError, JsonRpcErrorCode, toJsonRpcError } from './json-rpc-error.ts'
import { type CacheStorage, openLocalCache } from './local-cache.ts'
import { writeParams } from './write-params.ts'

/** How one request is made; names and defaults are those of the existing library (facts 2.8). */
export interface ConnectRequestOptions {
  /** Asked instead of whoever was chosen. */
  readonly provider?: object
  /** Default false: whoever was chosen before is asked again. */
  readonly forceWalletSelect?: boolean
  /** Default true. */
  readonly persistWalletSelect?: boolean
  /** Default true: what single wallets want written otherwise is written so. */
  readonly enableOverrides?: boolean
  /** Default true: bare addresses are kept. */
  readonly enableLocalStorage?: boolean
  /** Dotted paths of the only wallets that may be chosen. */
  readonly approvedProviderIds?: readonly string[]
}
export interface AddressesAnswer {
  readonly addresses: readonly WalletAddress[]
}
/** The functions of one page. */
export interface StacksConnect {
  connect(options?: ConnectRequestOptions & { readonly network?: unknown }): Promise<AddressesAnswer>
  request(method: string, params?: unknown): Promise<unknown>
  request(options: ConnectRequestOptions, method: string, params?: unknown): Promise<unknown>
  disconnect(): void
  isConnected(): boolean
  getLocalStorage(): StacksLocalCache | null
}

const asking = ['getAddresses', 'stx_getAddresses', 'wallet_connect']

/** Makes them. `choose` shows the dialog, by default that of `@latchkey/modal`. */
export function createStacksConnect(options: {
  readonly page: object
  readonly storage?: CacheStorage | undefined
  readonly choose?: Choose
}): StacksConnect {
  const { page, choose = chooseByModal } = options
  const cache = openLocalCache(options.storage)
  const held: { chosen?: Entry | undefined } = {}

  const entryAt = (id: string | undefined) => readRegistry(page).find(({ path }) => path === id)
  const entryOf = (provider: object): Pick<Entry, 'provider' | 'manner'> =>
    readRegistry(page).find((entry) => entry.provider === provider) ?? { provider, manner: 'plain' }
  const remember = (entry: Entry | undefined, { persistWalletSelect = true }: ConnectRequestOptions) => {
    held.chosen = entry
    if (persistWalletSelect) cache.setProvider(entry?.path)
  }
  const keep = (addresses: readonly WalletAddress[], { enableLocalStorage = true }: ConnectRequestOptions) => {
    if (enableLocalStorage) cache.setAddresses(addresses)
  }

  const run = async (options: ConnectRequestOptions, method: string, raw: unknown): Promise<unknown> => {
    const isAsking = asking.includes(method)
    const params = writeParams(raw ?? (isAsking ? {} : undefined)) as Readonly<Record<string, unknown>> | undefined
    const { provider, forceWalletSelect = false, enableOverrides = true, approvedProviderIds: approved } = options
    const isApproved = (entry: Entry | undefined) => !entry || !approved || approved.includes(entry.path)
    const before = held.chosen ?? entryAt(cache.provider())
    const known = provider ? entryOf(provider) : forceWalletSelect || !isApproved(before) ? undefined : before
    if (!known) {
      const chain = params?.network === 'testnet' ? 'stacks:2147483648' : 'stacks:1'
      const { id, addresses } = await choose({ page, approved, chain })
      const entry = entryAt(id)
      if (!entry) throw new LatchkeyError('wallet-unknown', { reason: 'the wallet that was chosen is gone' })
      remember(entry, options)
      keep(addresses, options)
      // It has just told them: nobody is asked twice.
      return isAsking ? { addresses } : send(entry, enableOverrides, method, params)
    }
    const answer = await send(known, enableOverrides, method, params)
    if (isAsking) keep((answer as AddressesAnswer).addresses, options)
    return answer
  }

  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      throw toJsonRpcError(error)
    }
  }

  return {
    connect: ({ network, ...options } = {}) =>
      guarded(async () => {
        const params = network === undefined ? {} : { network }
        return (await run({ forceWalletSelect: true, ...options }, 'getAddresses', params)) as AddressesAnswer
      }),
    request: (first: string | ConnectRequestOptions, second?: unknown, third?: unknown) =>
      guarded(async () => {
        const isBare = typeof first === 'string'
        const method = isBare ? first : second
        if (typeof method !== 'string') throw new JsonRpcError('method is no text', JsonRpcErrorCode.InvalidRequest)
        return run(isBare ? {} : first, method, isBare ? second : third)
      }),
    disconnect() {
      const entry = held.chosen ?? entryAt(cache.provider())
      held.chosen = undefined
      cache.clear()
      // Some wallets never answer this one, or lack it.
      if (entry) ask(entry, 'wallet_disconnect', undefined, { signal: AbortSignal.timeout(500) }).catch(() => {})
    },
    isConnected() {
      const { stx = [], btc = [] } = cache.addresses()?.addresses ?? {}
      return stx.length + btc.length > 0
    },
    getLocalStorage: () => cache.addresses() ?? null,
  }
}

async function send(
  entry: Pick<Entry, 'provider' | 'manner'>,
  hasOverrides: boolean,
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
): Promise<unknown> {
  const manner = hasOverrides ? entry.manner : 'plain'
  const { network } = params ?? {}
  const chain = network === 'mainnet' ? 'stacks:1' : network === 'testnet' ? 'stacks:2147483648' : undefined
  const spelled = chain && networkName(manner, chain)
  const written = spelled ? { ...params, network: spelled } : params
  return ask({ provider: entry.provider, manner }, method as MethodName, written as ParamsOf<MethodName>)
}

import type {
  EvmCard,
  PageAnswer,
  StandardCard,
  WalletCard,
  WbipCard,
  Wire,
} from './wallet-card.ts'

/**
 * Creates the wallet's provider objects in a page. The function's source text is run there before
 * the page's own scripts, so it uses nothing from outside. `channel` is the name of the function
 * that sends a request to the test; events arrive at a function named `channel` plus `Deliver`.
 */
export function runInPage({ channel, shape, wallet }: WalletCard): void {
  const page = globalThis as unknown as Record<string, unknown> & Window
  const callTest = page[channel] as (message: string) => Promise<string>
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const accountIds = new WeakMap<object, string>()
  const mirror: { accounts: unknown } = { accounts: Object.freeze([]) }

  class MemberHolder {
    readonly #members: Readonly<Record<string, unknown>>
    constructor(members: Readonly<Record<string, unknown>>) {
      this.#members = members
    }
    static membersOf(instance: unknown): Readonly<Record<string, unknown>> {
      return (instance as MemberHolder).#members
    }
  }
  /** Turns members into an object of the chosen shape: `class`, `proxy` or `frozen`. */
  function shapeObject(members: Readonly<Record<string, unknown>>): object {
    if (shape === 'frozen') return Object.freeze(members)
    class Shaped extends MemberHolder {}
    for (const key of Object.keys(members)) {
      const value = members[key]
      Object.defineProperty(Shaped.prototype, key, {
        configurable: true,
        ...(typeof value === 'function'
          ? {
              // Throws when the method is called without its object, like methods of a class with
              // private fields.
              value(this: unknown, ...args: unknown[]): unknown {
                MemberHolder.membersOf(this)
                return value(...args)
              },
            }
          : {
              get(this: unknown): unknown {
                return MemberHolder.membersOf(this)[key]
              },
            }),
      })
    }
    const instance = new Shaped(members)
    if (shape !== 'proxy') return instance
    return new Proxy(instance, {
      deleteProperty: () => true,
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' && key !== 'constructor' ? value.bind(target) : value
      },
    })
  }

  function encode(value: unknown): Wire {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
    if (value instanceof ArrayBuffer) return encode(new Uint8Array(value))
    if (ArrayBuffer.isView(value)) {
      const { buffer, byteOffset, byteLength } = value
      return { $: 'bytes', list: [...new Uint8Array(buffer, byteOffset, byteLength)] }
    }
    if (Array.isArray(value)) return value.map(encode)
    if (typeof value !== 'object') return { $: 'undefined' }
    const accountId = accountIds.get(value)
    if (accountId !== undefined) return { $: 'account', id: accountId }
    const fields = Object.entries(value).map(([key, field]) => [key, encode(field)] as const)
    return Object.fromEntries(fields)
  }
  function decode(value: Wire): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(decode)
    const fields = value as { readonly [key: string]: Wire }
    if (fields.$ === 'undefined') return undefined
    if (fields.$ === 'bigint') return BigInt(fields.text as string)
    if (fields.$ === 'bytes') return Uint8Array.from(fields.list as readonly number[])
    if (fields.$ === 'function') return () => {}
    if (fields.$ === 'account') {
      const account = shapeObject(decodeFields(fields.fields as typeof fields))
      accountIds.set(account, fields.id as string)
      return account
    }
    return decodeFields(fields)
  }
  function decodeFields(fields: { readonly [key: string]: Wire }): Record<string, unknown> {
    return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, decode(field)]))
  }

  async function askTest(method: string, params: unknown): Promise<unknown> {
    const request = JSON.stringify({ type: 'request', method, params: encode(params) })
    const answer = JSON.parse(await callTest(request)) as PageAnswer
    if ('result' in answer) return decode(answer.result)
    const failure = decode(answer.failure)
    throw answer.message === undefined
      ? failure
      : Object.assign(new Error(answer.message), failure as object)
  }
  function addListener(event: string, listener: (payload: unknown) => void): () => void {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => void listeners.get(event)?.delete(listener)
  }
  function deliverEvent(text: string): void {
    const { event, payload } = JSON.parse(text) as { event: string; payload: Wire }
    const decoded = decode(payload)
    rememberAccounts(decoded)
    for (const listener of [...(listeners.get(event) ?? [])]) {
      listener(decoded)
    }
  }
  function rememberAccounts(answer: unknown): void {
    const { accounts } = (answer ?? {}) as { accounts?: unknown }
    if (Array.isArray(accounts)) mirror.accounts = Object.freeze([...accounts])
  }

  function standUpEvm({ info, isLegacy }: EvmCard): void {
    const provider: object = shapeObject({
      request: ({ method, params }: { method: string; params?: unknown }) =>
        askTest(method, params),
      on(event: string, listener: (payload: unknown) => void) {
        addListener(event, listener)
        return provider
      },
      removeListener(event: string, listener: (payload: unknown) => void) {
        listeners.get(event)?.delete(listener)
        return provider
      },
    })
    const detail = Object.freeze({ info: Object.freeze(info), provider })
    const announce = () =>
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    page.addEventListener('eip6963:requestProvider', announce)
    announce()
    if (isLegacy) standAtEthereum(provider)
  }
  /**
   * Sets `window.ethereum`. When several wallets do so, the last one is there, and its `providers`
   * lists them all, as was common before EIP-6963.
   */
  function standAtEthereum(provider: object): void {
    const earlier = page.ethereum as { providers?: readonly object[] } | undefined
    const providers = [...(earlier ? (earlier.providers ?? [earlier]) : []), provider]
    const value =
      providers.length === 1
        ? provider
        : new Proxy(provider, {
            get(target, key) {
              if (key === 'providers') return providers
              const member: unknown = Reflect.get(target, key, target)
              return typeof member === 'function' ? member.bind(target) : member
            },
          })
    Object.defineProperty(page, 'ethereum', { configurable: true, value })
  }
  function standUpStandard({ name, icon, chains, features }: StandardCard): void {
    const shapedFeatures = Object.entries(features).map(([feature, fields]) => {
      const members = decodeFields(fields)
      const method = feature.slice(feature.indexOf(':') + 1)
      if (method === 'events') members.on = addListener
      else
        members[method] = async (...inputs: unknown[]) => {
          const answer = await askTest(feature, inputs)
          if (method === 'connect') rememberAccounts(answer)
          if (method === 'disconnect') rememberAccounts({ accounts: [] })
          return answer
        }
      return [feature, Object.freeze(members)]
    })
    const members = { version: '1.0.0', name, icon, chains: Object.freeze(chains) }
    const registered = shapeObject(
      Object.defineProperty(
        { ...members, features: Object.freeze(Object.fromEntries(shapedFeatures)) },
        'accounts',
        { enumerable: true, get: () => mirror.accounts },
      ),
    )
    const register = (api: { register(...wallets: object[]): unknown }) => api.register(registered)
    page.addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent).detail),
    )
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  }
  function standUpWbip({ path, registries, entry, marks }: WbipCard): void {
    const { addListener: hasEvents, ...rest } = decodeFields(marks)
    const provider = shapeObject({
      ...rest,
      ...(hasEvents !== undefined && { addListener }),
      request: (method: string, params?: unknown) => askTest(method, params),
    })
    const parts = path.split('.')
    const last = parts.pop() ?? path
    let parent = page as Record<string, unknown>
    for (const part of parts) {
      parent[part] ??= {}
      parent = parent[part] as Record<string, unknown>
    }
    Object.defineProperty(parent, last, { configurable: true, value: provider })
    for (const registry of registries) {
      const list = (page[registry] ?? []) as object[]
      list.push(shapeObject(entry))
      Object.assign(page, { [registry]: list })
    }
  }

  Object.defineProperty(page, `${channel}Deliver`, { value: deliverEvent })
  void callTest(JSON.stringify({ type: 'hello' }))
  if (wallet.kind === 'evm') standUpEvm(wallet)
  else if (wallet.kind === 'standard') standUpStandard(wallet)
  else standUpWbip(wallet)
}

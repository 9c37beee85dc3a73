import type { Persona, SiteView } from '../messages.ts'
import { icon, openBridge } from './open-bridge.ts'

type Listener = (payload: unknown) => void
type Addresses = SiteView['families']

const doNothing = (): void => undefined

/** The path of each imitated wallet's provider, and the properties that identify it to pages. */
const providerPaths = {
  companion: {
    path: 'LatchkeyCompanion.Provider',
    name: 'Companion (test wallet)',
    registries: ['wbip_providers'],
    marks: {},
    throws: false,
    hasEvents: true,
  },
  leather: {
    path: 'LeatherProvider',
    name: 'Leather',
    registries: [],
    marks: { isLeather: true },
    throws: true,
    hasEvents: false,
  },
  xverse: {
    path: 'XverseProviders.BitcoinProvider',
    name: 'Xverse Wallet',
    registries: ['btc_providers', 'wbip_providers'],
    marks: { signMultipleTransactions: doNothing, createRepeatInscriptions: doNothing },
    throws: false,
    hasEvents: true,
  },
} as const satisfies Record<Persona, object>

/** Adds a WBIP provider to the page, in the form of `persona`. */
export function provideWbip(page: Window, persona: Persona): void {
  const { path, name, registries, marks, throws, hasEvents } = providerPaths[persona]
  const bridge = openBridge(page, persona)
  const listeners = new Map<string, Set<Listener>>()
  const counter = { ids: 0 }
  const emitEvent = (type: string, eventFields: object = {}): void => {
    for (const listener of [...(listeners.get(type) ?? [])]) {
      listener({ type, ...eventFields })
    }
  }
  bridge.watch((siteView, previousView) => {
    const [then, now] = [
      pickBitcoinAndStacks(previousView?.families ?? []),
      pickBitcoinAndStacks(siteView.families),
    ]
    if (then.length === 0 || joinAddresses(then) === joinAddresses(now)) return
    if (now.length === 0) emitEvent('disconnect')
    else
      emitEvent('accountChange', {
        addresses: now.map(({ address, publicKey, purpose }) => ({ address, publicKey, purpose })),
      })
  })
  const answerRequest = async (method: string, params?: unknown): Promise<unknown> => {
    const responseHeader = { jsonrpc: '2.0', id: String(++counter.ids) }
    try {
      return { ...responseHeader, result: await bridge.call(method, params) }
    } catch (error) {
      const { code = -32603, message = '' } = error as {
        readonly code?: number
        readonly message?: string
      }
      const answer = { ...responseHeader, error: { code, message } }
      if (throws) throw answer
      return answer
    }
  }
  const addListener = (event: string, listener: Listener): (() => void) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => void listeners.get(event)?.delete(listener)
  }
  const provider = Object.freeze({
    ...marks,
    request: answerRequest,
    ...(hasEvents && { addListener }),
  })
  const pathParts = path.split('.')
  const propertyName = pathParts.pop() ?? path
  const parentObject = pathParts.reduce<Record<string, unknown>>(
    (parent, key) => {
      parent[key] ??= {}
      return parent[key] as Record<string, unknown>
    },
    page as unknown as Record<string, unknown>,
  )
  // When another wallet's object is at this path already, it is not replaced.
  if (propertyName in parentObject) return
  Object.defineProperty(parentObject, propertyName, {
    value: provider,
    enumerable: true,
    configurable: true,
  })
  const entry = Object.freeze({ id: path, name, icon, webUrl: 'http://localhost:4303' })
  for (const registry of registries) {
    const providerLists = page as unknown as Record<string, unknown[] | undefined>
    providerLists[registry] = [...(providerLists[registry] ?? []), entry]
  }
}

function pickBitcoinAndStacks(addresses: Addresses): Addresses {
  return addresses.filter(({ family }) => family !== 'solana')
}

function joinAddresses(addresses: Addresses): string {
  return addresses.map(({ address }) => address).join()
}

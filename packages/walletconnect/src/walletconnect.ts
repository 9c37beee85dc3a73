import type { Transport, TransportContext } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { LinkMode, Metadata } from './contract.ts'
import { readWaitingEnd } from './keep/waiting-end.ts'
import type { Page } from './page/open-page.ts'
import type { RawNeeds } from './page/proposal.ts'

export interface WalletConnectOptions {
  /** Relay addresses (`ws:` or `wss:`), used together: each link works on all of them. */
  readonly relays: readonly { readonly url: string; readonly projectId?: string }[]
  /** Metadata that wallets show; default: the kit's, else the document's. */
  readonly metadata?: Partial<Metadata>
  /**
   * Link mode: wallets that support it (`link_mode`) get requests inside the link that opens them,
   * and answer by opening `universal`, an address of this page (`https:`, or `http:` on localhost).
   * Wallets without link mode use the relays.
   */
  readonly linkMode?: { readonly universal: string }
  /** Namespaces to request in a kit without adapters. */
  readonly raw?: RawNeeds
  /** Id of the transport; default `walletConnect`. */
  readonly id?: string
  /** Name of the transport; default `WalletConnect`. */
  readonly name?: string
}

/**
 * Connects wallets on phones and other devices over WalletConnect v2, as a transport of the kit.
 * Nothing is loaded and no socket is opened before a visitor's action, unless a session is stored.
 * @throws `config-invalid`
 */
export function walletconnect(options: WalletConnectOptions): Transport {
  const { relays, metadata, raw, linkMode, id = 'walletConnect', name = 'WalletConnect' } = options
  checkRelays(relays)
  checkLinkMode(linkMode)
  const pages = new Map<string, Promise<Page>>()
  const openedPages = new Set<Page>()
  let linkArrival: NonNullable<LinkMode['arrived']> | undefined
  /**
   * Reads a wallet's answer from this page's address, once; it is then removed from the address.
   */
  const readArrival = (): LinkMode['arrived'] => {
    if (!linkArrival && /[?&]wc_ev=/.test(globalThis.location?.search ?? ''))
      linkArrival = import('./link-mode/take-link-message.ts')
        .then(({ takeLinkMessage: takeArrival }) => takeArrival(window))
        .catch(() => undefined)
    return linkArrival
  }
  const linkOptions = () => {
    if (!linkMode) return undefined
    const { universal } = linkMode
    const redirect = { ...metadata?.redirect, universal, linkMode: true }
    return { metadata: { ...metadata, redirect }, linkMode: { universal, arrived: readArrival() } }
  }
  function pageOf(context: TransportContext): Promise<Page> {
    const knownPage = pages.get(context.kit)
    if (knownPage) return knownPage
    const pageOpening = loadPage().then(async ({ openPage }) => {
      const page = await openPage({ context, relays, metadata, raw, ...linkOptions() })
      openedPages.add(page)
      return page
    })
    pages.set(context.kit, pageOpening)
    // A module that failed to load is loaded again at the next call.
    pageOpening.catch(() => pages.delete(context.kit))
    return pageOpening
  }
  return {
    id,
    wallet: { name, keys: [], origin: 'walletConnect' },
    ...(raw && {
      namespaces: Object.keys(raw),
      raw(session) {
        const [page] = openedPages
        if (!page?.raw)
          throw new LatchkeyError('connector-not-found', { reason: 'a session of nobody' })
        return page.raw(session)
      },
    }),
    load: () => void loadPage().catch(() => undefined),
    isWaiting: ({ storage, kit }) => {
      if (linkMode) void readArrival()
      return readWaitingEnd(storage, kit) > 0
    },
    prepare: async (request) => (await pageOf(request.context)).prepare(request),
    start: async (request) => (await pageOf(request.context)).start(request),
    restore: async (context, signal) => (await pageOf(context)).restore(signal),
  }
}

const loadPage = (): Promise<typeof import('./page/open-page.ts')> => import('./page/open-page.ts')

function checkLinkMode(linkMode: WalletConnectOptions['linkMode']): void {
  const pageAddressPattern =
    /^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)(\/[^\s?#]*)?$/
  if (linkMode && !pageAddressPattern.test(linkMode.universal))
    throw new LatchkeyError('config-invalid', {
      reason: 'walletconnect: `linkMode.universal` is no https address, or has a query',
      fix: 'pass the address of the page itself; wallets add a query of their own',
    })
}

function checkRelays(relays: unknown): void {
  const isRelayOptions = (relay: unknown): boolean => {
    const { url, projectId } = (relay ?? {}) as { url?: unknown; projectId?: unknown }
    return (
      typeof url === 'string' &&
      /^wss?:\/\/[^\s/?#]+/i.test(url) &&
      (projectId === undefined || typeof projectId === 'string')
    )
  }
  if (!Array.isArray(relays) || !relays.length || !relays.every(isRelayOptions))
    throw new LatchkeyError('config-invalid', {
      reason: 'walletconnect: `relays` is no list of addresses',
      fix: "pass relays: [{ url: 'wss://…' }]",
    })
  if (new Set(relays.map(({ url }) => url)).size !== relays.length)
    throw new LatchkeyError('config-invalid', { reason: 'walletconnect: a relay is named twice' })
}

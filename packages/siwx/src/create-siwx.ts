import { type ChainId, isChainId, LatchkeyError } from '@latchkey/protocol'
import type { Nodes } from './families/verify-eip155.ts'
import * as grammar from './message/grammar.ts'
import type { NonceStore, SiwxStore } from './stores/siwx-store.ts'

/** What a site says about its sign-in; everything but `domain` has a default. */
export interface SiwxOptions {
  /** Host of the page, with its port unless that is the usual one: `shop.example`. */
  readonly domain: string
  /** The URI that the text names; default `https://` and the domain. */
  readonly uri?: string
  /** A sentence of ASCII that the wallet shows, without quotes or angle brackets. */
  readonly statement?: string
  /** URIs that the text lists, such as the terms that the visitor agrees to. */
  readonly resources?: readonly string[]
  /** Origins whose pages may call; default that of `uri`. */
  readonly origins?: readonly string[]
  /** CAIP-2 ids of the chains that accounts may be on; default: any of the four families. */
  readonly chains?: readonly ChainId[]
  /**
   * Your nodes for contract accounts (ERC-1271, ERC-6492), by CAIP-2 id. Without the node of a
   * chain only keys sign in there.
   */
  readonly rpc?: Nodes
  /** Default 5 minutes. */
  readonly challengeLifetimeMs?: number
  /** Default 7 days. A session is not prolonged by use. */
  readonly sessionLifetimeMs?: number
  /** How far the clocks of your servers may differ; default 30 seconds. */
  readonly clockSkewMs?: number
  /**
   * Whether a challenge is good only in the browser that asked for it, which is known by a cookie;
   * default true. Clients without cookies need false.
   */
  readonly isBoundToBrowser?: boolean
  /** Path below which the handler answers; default `/api/siwx`. */
  readonly basePath?: string
  readonly cookie?: {
    /** Default `__Host-siwx`, or `siwx` where the prefix is not allowed. */
    readonly name?: string
    /** Lets subdomains see the cookie: `shop.example`. */
    readonly domain?: string
    /** Default true. False only for development over HTTP on a host other than localhost. */
    readonly isSecure?: boolean
  }
  /** Most accounts that one visitor may link; default 20. */
  readonly mostAccounts?: number
  /** Hears what went wrong inside, such as a store that does not answer. Default: nobody. */
  readonly onError?: (error: unknown) => void
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number
}

/** The options with their defaults, and where challenges wait: enough to check a proof. */
export interface SiwxRules {
  readonly domain: string
  readonly uri: string
  readonly statement: string | undefined
  readonly resources: readonly string[]
  readonly origins: readonly string[]
  readonly chains: readonly ChainId[] | undefined
  readonly rpc: Nodes
  readonly challengeLifetimeMs: number
  readonly sessionLifetimeMs: number
  readonly clockSkewMs: number
  readonly isBoundToBrowser: boolean
  readonly basePath: string
  readonly cookie: {
    readonly name: string
    readonly domain: string | undefined
    readonly isSecure: boolean
  }
  readonly mostAccounts: number
  readonly store: NonceStore
  onError(error: unknown): void
  now(): number
}

/** The server side of a sign-in: first argument of everything here. It holds no state. */
export interface Siwx extends SiwxRules {
  readonly store: SiwxStore
}

/**
 * Makes the server side of a sign-in. It asks nobody and keeps nothing by itself.
 * @throws `config-invalid` with the option that is wrong
 *
 * @example
 * const siwx = createSiwx({
 *   domain: 'shop.example',
 *   statement: 'Sign in to the shop.',
 *   store: memoryStore(),
 * })
 * const handler = createHandler(siwx)
 */
export function createSiwx(options: SiwxOptions & { readonly store: SiwxStore }): Siwx {
  return { ...createRules(options, options.store), store: options.store }
}

/**
 * The options, checked, with their defaults, for a server that keeps sessions by itself: enough for
 * `issueChallenge` and `verifyProof`. It asks nobody and is made in no time, so that a server of
 * several sites may make it with every request.
 * @throws `config-invalid` with the option that is wrong
 *
 * @example
 * const rules = createRules({ domain: 'shop.example' }, memoryStore())
 * const challenge = await issueChallenge(rules, { account })
 */
export function createRules(options: SiwxOptions, store: NonceStore): SiwxRules {
  const { domain, statement, resources = [], chains, rpc = {}, cookie = {} } = options
  const { uri = `https://${domain}`, basePath = '/api/siwx' } = options
  requirePart('domain', grammar.authority, domain)
  requirePart('uri', grammar.uri, uri)
  if (statement !== undefined) requirePart('statement', grammar.statement, statement)
  for (const resource of resources) {
    requirePart('resources', grammar.uri, resource)
  }
  for (const chain of [...(chains ?? []), ...Object.keys(rpc)]) {
    if (!isChainId(chain)) refuseOption(`${chain} is no CAIP-2 id`)
  }
  if (!/^(\/[-\w.~]+)+$/.test(basePath)) refuseOption('basePath: begins with / and ends without')
  const origins = options.origins ?? [readOrigin(uri)]
  for (const origin of origins) {
    if (readOrigin(origin) !== origin) refuseOption(`origins: ${origin} is no origin`)
  }
  const isSecure = cookie.isSecure ?? true
  const isOwnHost = isSecure && cookie.domain === undefined
  return {
    domain,
    uri,
    statement,
    resources,
    origins,
    chains,
    rpc,
    challengeLifetimeMs: readDuration(options, 'challengeLifetimeMs', 300_000),
    sessionLifetimeMs: readDuration(options, 'sessionLifetimeMs', 604_800_000),
    clockSkewMs: readDuration(options, 'clockSkewMs', 30_000),
    isBoundToBrowser: options.isBoundToBrowser ?? true,
    basePath,
    cookie: {
      name: cookie.name ?? (isOwnHost ? '__Host-siwx' : 'siwx'),
      domain: cookie.domain,
      isSecure,
    },
    mostAccounts: options.mostAccounts ?? 20,
    store,
    onError: options.onError ?? (() => undefined),
    now: options.now ?? Date.now,
  }
}

function readDuration(
  options: SiwxOptions,
  name: 'challengeLifetimeMs' | 'sessionLifetimeMs' | 'clockSkewMs',
  usual: number,
): number {
  const value = options[name] ?? usual
  return Number.isFinite(value) && value >= 0 ? value : refuseOption(`${name}: ${value}`)
}

function readOrigin(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : refuseOption(`${address} is no URL`)
}

function requirePart(name: string, part: string, text: unknown): void {
  if (typeof text !== 'string' || !grammar.isPart(part, text))
    refuseOption(`${name}: EIP-4361 does not allow ${JSON.stringify(text)} there`)
}

function refuseOption(reason: string): never {
  throw new LatchkeyError('config-invalid', { reason: `siwx: ${reason}` })
}

import { type ChainId, isChainId, LatchkeyError } from '@latchkey/protocol'
import type { Nodes } from './families/verify-eip155.ts'
import * as grammar from './message/grammar.ts'
import type { NonceStore } from './stores/siwx-store.ts'

/** Options of a site's sign-in; all but `domain` have a default. */
export interface SiwxOptions {
  /** Host of the page, with its port unless that is the default port: `shop.example`. */
  readonly domain: string
  /** The URI that the sign-in text names; default `https://` and the domain. */
  readonly uri?: string
  /** A sentence that the wallet shows: ASCII, without quotes or angle brackets. */
  readonly statement?: string
  /** URIs that the sign-in text lists, such as the terms that the visitor agrees to. */
  readonly resources?: readonly string[]
  /** Origins whose pages may call the server; default the origin of `uri`. */
  readonly origins?: readonly string[]
  /**
   * CAIP-2 ids of the chains whose accounts may sign in; default every chain of the four families.
   */
  readonly chains?: readonly ChainId[]
  /**
   * URLs of your nodes, by CAIP-2 id, which verify signatures of contract accounts (ERC-1271,
   * ERC-6492). On a chain without a node here, only accounts with a key can sign in.
   */
  readonly rpc?: Nodes
  /** How long a challenge can be answered, in milliseconds; default 5 minutes. */
  readonly challengeLifetimeMs?: number
  /**
   * How long a session lasts, in milliseconds; default 7 days. Using a session does not prolong it.
   */
  readonly sessionLifetimeMs?: number
  /** How far the clocks of your servers may differ, in milliseconds; default 30 seconds. */
  readonly clockSkewMs?: number
  /**
   * Whether a challenge can be answered only by the browser that asked for it, which is recognized
   * by a cookie; default true. Clients without cookies need false.
   */
  readonly isBoundToBrowser?: boolean
  /** Path below which the handler's routes lie; default `/api/siwx`. */
  readonly basePath?: string
  readonly cookie?: {
    /**
     * Name of the session's cookie; default `__Host-siwx`, or `siwx` where browsers refuse that
     * prefix because `domain` is set or `isSecure` is false.
     */
    readonly name?: string
    /** Domain whose subdomains receive the cookie too: `shop.example`. */
    readonly domain?: string
    /**
     * Whether browsers send the cookie over HTTPS only; default true. False is meant for
     * development over HTTP on a host other than localhost.
     */
    readonly isSecure?: boolean
  }
  /** The greatest number of accounts that a visitor may link; default 20. */
  readonly mostAccounts?: number
  /**
   * Is called with errors that are not the client's, such as a store that does not answer. By
   * default nothing is called.
   */
  readonly onError?: (error: unknown) => void
  /** Returns the present time in milliseconds since the epoch; default `Date.now`. */
  readonly now?: () => number
}

/**
 * The checked options with their defaults, and the store of challenges: all that is needed to
 * verify a proof.
 */
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

/**
 * Checks the options and fills in their defaults. The result is enough for `issueChallenge` and
 * `verifyProof` on a server that stores the sessions itself. No request is sent and little is
 * computed, so a server of several sites can call this for each request.
 * @throws `config-invalid`, which names the wrong option
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

import type { Context } from 'hono'
import type { z } from 'zod'
import type { Config } from '../base/config/schema.ts'
import type { Project, ProjectStore } from '../data/project-store.ts'
import type { Analytics } from './analytics-port.ts'
import type { BalancePort } from './balance-port.ts'
import type { EmailCapture } from './email-capture-port.ts'
import type { HistoryPort } from './history-port.ts'
import type { IdentityPort } from './identity-port.ts'
import type { ImagePort } from './image-port.ts'
import type { Index } from './index-port.ts'
import type { NamePort } from './name-port.ts'
import type { NodePort } from './node-port.ts'
import type { ExchangePort, OnrampPort } from './onramp-port.ts'
import type { OrderPort } from './order-port.ts'
import type { PricePort } from './price-port.ts'
import type { SignIn } from './sign-in-port.ts'
import type { SwapPort } from './swap-port.ts'
import type { TokenPort } from './token-port.ts'
import type { WalletListPort } from './wallet-list-port.ts'

/** The parts of the gateway that the routes use. */
export interface RouteServices {
  readonly config: Config
  readonly projects: ProjectStore
  readonly nodes: NodePort
  readonly index: Index
  readonly tokens: TokenPort
  readonly balances: BalancePort
  readonly prices: PricePort
  readonly swaps: SwapPort
  readonly onramp: OnrampPort
  readonly exchanges: ExchangePort
  readonly history: HistoryPort
  readonly identities: IdentityPort
  readonly names: NamePort
  readonly images: ImagePort
  readonly wallets: WalletListPort
  readonly analytics: Analytics
  /**
   * The feature that asks visitors for an email address; absent when no mail server is configured.
   */
  readonly emailCapture?: EmailCapture | undefined
  /** Sign-in for pages without a server; absent when the operator has not switched it on. */
  readonly signIn?: SignIn | undefined
  /** Port for orders that visitors pay; absent when orders are not configured. */
  readonly orders?: OrderPort | undefined
}

/** A request that has passed the checks of project, query and body. */
export interface CheckedRequest<Query = unknown, Json = unknown> {
  readonly context: Context
  readonly query: Query
  /** The parsed body in the route's `json` shape; undefined when the route has none. */
  readonly json: Json
  /** Text of the body; '' on GET. */
  readonly body: string
  /** Project to which the request belongs; absent on routes with access `open`. */
  readonly project?: Project | undefined
  readonly signal: AbortSignal
}

/**
 * The answer of a handler: JSON (checked against the route's shape) with headers, or a complete
 * response.
 */
export type Answer =
  | Response
  | {
      readonly json: unknown
      readonly headers?: Readonly<Record<string, string>>
      /** HTTP status of a successful answer; default 200. */
      readonly status?: 201 | 202
    }

export interface RouteDetails {
  /**
   * Schema of a body for the OpenAPI document, used when the route reads its body as text or writes
   * its answer without `json`.
   */
  readonly body?: z.ZodType
  readonly answer?: z.ZodType
  /** Media type of the answer when it is not JSON. */
  readonly type?: string
  /** HTTP status of success, 200 by default; null when every answer is a refusal. */
  readonly success?: 200 | 201 | 202 | 204 | null
  /** Request headers that the route reads: name and description. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the caller authenticates with a secret in the header `Authorization: Bearer`. */
  readonly hasSecret?: boolean
  /** HTTP statuses of the route's own refusals. */
  readonly refusals?: readonly number[]
}

/** One call of the HTTP API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly paths: readonly string[]
  /**
   * One sentence for the OpenAPI document; routes without it are left out of the document
   * (dashboard, metrics).
   */
  readonly summary?: string
  /**
   * Who may call: `open` needs no project; `project` needs a project and one of its origins;
   * `any-origin` needs a project, from any origin.
   */
  readonly access: 'open' | 'project' | 'any-origin'
  /**
   * Whether pages of other origins may send cookies and `Authorization` with the request. Such a
   * route checks the header `Origin` by itself before it believes a cookie.
   */
  readonly hasCredentials?: boolean
  readonly query?: z.ZodType
  /** Shape of the JSON body on POST, PUT or PATCH; a body of another shape is refused with 400. */
  readonly json?: z.ZodType
  readonly answer?: z.ZodType
  /**
   * Details for the OpenAPI document only, such as bodies that are read or sent as plain text, and
   * the refusals that only this route gives.
   */
  readonly described?: RouteDetails
  /**
   * Set for health checks: they do not count against the caller's rate limit, so they never use it
   * up.
   */
  readonly isUnlimited?: boolean
  /** Rate-limit tokens that a request takes from the caller and the project; default 1. */
  cost?(request: CheckedRequest<never, never>): number
  handle(request: CheckedRequest<never, never>): Promise<Answer> | Answer
}

/** Defines a route; its handler gets the types of the query and body schemas. */
export function defineRoute<
  Q extends z.ZodType = z.ZodType<unknown>,
  J extends z.ZodType = z.ZodType<unknown>,
>(
  definition: Omit<Route, 'query' | 'json' | 'handle' | 'cost'> & {
    readonly query?: Q
    readonly json?: J
    cost?(request: CheckedRequest<z.output<Q>, z.output<J>>): number
    handle(request: CheckedRequest<z.output<Q>, z.output<J>>): Promise<Answer> | Answer
  },
): Route {
  return definition as Route
}

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
import type { PricePort } from './price-port.ts'
import type { SwapPort } from './swap-port.ts'
import type { TokenPort } from './token-port.ts'
import type { WalletListPort } from './wallet-list-port.ts'

/** What routes are made of. */
export interface Parts {
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
  /** Absent where no mail can be sent. */
  readonly emailCapture?: EmailCapture | undefined
}

/** One checked request. */
export interface CheckedRequest<Query = unknown, Json = unknown> {
  readonly context: Context
  readonly query: Query
  /** The body by the route's own shape; undefined where it has none. */
  readonly json: Json
  /** Text of the body, '' on GET. */
  readonly body: string
  /** Absent on routes open to all. */
  readonly project?: Project | undefined
  readonly signal: AbortSignal
}

/** What a handler answers: JSON to be checked, with headers, or a response of its own. */
export type Answer =
  | Response
  | { readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }

export interface Described {
  /** Shape of a body or answer that the route reads or writes by other means. */
  readonly body?: z.ZodType
  readonly answer?: z.ZodType
  /** Media type of the answer, where it is not JSON. */
  readonly type?: string
  /** By default 200; null where every answer is a refusal. */
  readonly success?: 200 | 204 | null
  /** Headers it reads, by name, and what each is. */
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses of its own refusals. */
  readonly refusals?: readonly number[]
}

/** One call of the wire. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly paths: readonly string[]
  /**
   * One sentence for the OpenAPI document; routes without it are not in there (dashboard, metrics).
   */
  readonly summary?: string
  /**
   * `open` asks for no project; `project` for one whose pages these are; `any-origin` for one,
   * asked from anywhere.
   */
  readonly access: 'open' | 'project' | 'any-origin'
  readonly query?: z.ZodType
  /** Shape of a JSON body on POST, PUT or PATCH; what breaks it is answered 400. */
  readonly json?: z.ZodType
  readonly answer?: z.ZodType
  /**
   * For the OpenAPI document only: what is passed on as it is, or refused beside what every route
   * refuses.
   */
  readonly described?: Described
  /** Probes: not counted against the caller's limit, so that they never drain what they look at. */
  readonly isUnlimited?: boolean
  /** Tokens of the caller and of the project that a request costs, where it is not one. */
  cost?(asked: CheckedRequest<never, never>): number
  handle(asked: CheckedRequest<never, never>): Promise<Answer> | Answer
}

/** A route whose handler knows the types its query and body schemas give. */
export function defineRoute<
  Q extends z.ZodType = z.ZodType<unknown>,
  J extends z.ZodType = z.ZodType<unknown>,
>(
  parts: Omit<Route, 'query' | 'json' | 'handle' | 'cost'> & {
    readonly query?: Q
    readonly json?: J
    cost?(asked: CheckedRequest<z.output<Q>, z.output<J>>): number
    handle(asked: CheckedRequest<z.output<Q>, z.output<J>>): Promise<Answer> | Answer
  },
): Route {
  return parts as Route
}

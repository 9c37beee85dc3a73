import type { Context } from 'hono'
import type { z } from 'zod'
import type { Config } from './config/schema.ts'
import type { Project, ProjectStore } from './data/project-store.ts'
import type { BalancePort } from './providers/balance-port.ts'
import type { IdentityPort } from './providers/identity-port.ts'
import type { ImagePort } from './providers/image-port.ts'
import type { NodePort } from './providers/node-port.ts'
import type { WalletListPort } from './providers/wallet-list-port.ts'

/** What routes are made of. */
export interface Parts {
  readonly config: Config
  readonly projects: ProjectStore
  readonly nodes: NodePort
  readonly balances: BalancePort
  readonly identities: IdentityPort
  readonly images: ImagePort
  readonly wallets: WalletListPort
}

/** One checked request. */
export interface Asked<Query = unknown> {
  readonly context: Context
  readonly query: Query
  /** Text of the body, '' on GET. */
  readonly body: string
  /** Absent on routes open to all. */
  readonly project?: Project | undefined
  readonly signal: AbortSignal
}

/** What a handler answers: JSON to be checked, with headers, or a response of its own. */
export type Answer = Response | { readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }

/** One call of the wire. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly paths: readonly string[]
  /** `open` asks for no project; `project` for one whose pages these are; `any-origin` for one, asked from anywhere. */
  readonly access: 'open' | 'project' | 'any-origin'
  readonly query?: z.ZodType
  readonly answer?: z.ZodType
  handle(asked: Asked<never>): Promise<Answer> | Answer
}

/** A route whose handler knows the type its query schema gives. */
export function route<Q extends z.ZodType = z.ZodType<unknown>>(
  parts: Omit<Route, 'query' | 'handle'> & {
    readonly query?: Q
    handle(asked: Asked<z.output<Q>>): Promise<Answer> | Answer
  },
): Route {
  return parts as Route
}

import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { type PostedAnswer, vaultFlows } from '../../../data/login-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/** One redirect flow to a provider; `state` and `browser` are SHA-256. */
export interface Flow {
  readonly state: string
  readonly login: string
  readonly provider: string
  readonly browser: string
  readonly expiresAt: number
}

/** Open redirect flows; each can be finished once. */
export interface FlowStore {
  /** Opens a flow and ends earlier flows of the same login. */
  openFlow(flow: Flow): Promise<void>
  /** Takes the flow of this state, once, and only for its own provider and browser. */
  takeFlow(flow: Pick<Flow, 'state' | 'provider' | 'browser'>): Promise<Flow | undefined>
  /**
   * Stores a posted answer under `ticket` for the following redirect, once; false when the flow is
   * not open.
   */
  keepAnswer(
    flow: Pick<Flow, 'state' | 'provider'>,
    posted: PostedAnswer,
    ticket: string,
  ): Promise<boolean>
  /** Reads a stored answer by its ticket, only for its own provider and browser. */
  takeAnswer(
    flow: { readonly ticket: string } & Pick<Flow, 'provider' | 'browser'>,
  ): Promise<PostedAnswer | undefined>
}

export function databaseFlows(db: Sql, now: () => number): FlowStore {
  const isOpen = (provider: string) =>
    and(eq(vaultFlows.provider, provider), gt(vaultFlows.expiresAt, now()))
  return {
    async openFlow(flow) {
      await db.delete(vaultFlows).where(eq(vaultFlows.login, flow.login))
      await db.delete(vaultFlows).where(lt(vaultFlows.expiresAt, now()))
      await db.insert(vaultFlows).values(flow)
    },
    async takeFlow({ state, provider, browser }) {
      const isOpenFlow = and(
        eq(vaultFlows.state, state),
        eq(vaultFlows.browser, browser),
        isOpen(provider),
      )
      const [taken] = await db.delete(vaultFlows).where(isOpenFlow).returning()
      return taken
    },
    async keepAnswer({ state, provider }, posted, ticket) {
      const isOpenFlow = and(
        eq(vaultFlows.state, state),
        isNull(vaultFlows.ticket),
        isOpen(provider),
      )
      const updatedFlows = await db
        .update(vaultFlows)
        .set({ posted, ticket })
        .where(isOpenFlow)
        .returning({ state: vaultFlows.state })
      return updatedFlows.length > 0
    },
    async takeAnswer({ ticket, provider, browser }) {
      const isOpenFlow = and(
        eq(vaultFlows.ticket, ticket),
        eq(vaultFlows.browser, browser),
        isOpen(provider),
      )
      const [found] = await db
        .select({ posted: vaultFlows.posted })
        .from(vaultFlows)
        .where(isOpenFlow)
      return found?.posted ?? undefined
    },
  }
}

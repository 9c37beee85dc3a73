import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { type PostedAnswer, vaultFlows } from '../../../data/login-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/** One redirect to a sign-in provider and back; `state` and `browser` (the cookie) are SHA-256. */
export interface Flow {
  readonly state: string
  readonly login: string
  readonly provider: string
  readonly browser: string
  readonly expiresAt: number
}

/** Redirects to sign-in providers that are not finished; each can be finished once. */
export interface FlowStore {
  /** Stores a new flow, and ends earlier flows of the same sign-in. */
  openFlow(flow: Flow): Promise<void>
  /**
   * Finds the flow with this `state` and ends it; provider and browser must be those that the flow
   * began with.
   */
  takeFlow(flow: Pick<Flow, 'state' | 'provider' | 'browser'>): Promise<Flow | undefined>
  /**
   * Stores the form that a provider posted, under `ticket`, for the redirect that follows; false
   * when the flow is not open or has an answer already.
   */
  keepAnswer(
    flow: Pick<Flow, 'state' | 'provider'>,
    posted: PostedAnswer,
    ticket: string,
  ): Promise<boolean>
  /**
   * Reads a stored form by its ticket; provider and browser must be those that the flow began with.
   */
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

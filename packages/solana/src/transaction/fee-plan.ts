import { isAddress } from '../encoding/address.ts'
import type { TokenPlan } from '../token/token-plan.ts'
import type { Lifetime } from './lifetime.ts'

/** Data that a fee estimate passes on to the transfer that follows it. */
export interface FeePlan {
  readonly lifetime: Lifetime
  /** Price of a compute unit, in micro-lamports. */
  readonly unitPrice: bigint
  readonly unitLimit: number
  /** Time of the estimate, milliseconds since the epoch. */
  readonly at: number
  /** The token accounts of the transfer; only when it transfers a token. */
  readonly token?: TokenPlan
}

/** Reads the `data` of one of this adapter's estimates; null for anything else. */
export function readFeePlan(data: unknown): FeePlan | null {
  const plan = data as Partial<FeePlan> | null | undefined
  const isFeePlan =
    isAddress(plan?.lifetime?.blockhash) &&
    typeof plan.lifetime.lastValidBlockHeight === 'bigint' &&
    typeof plan.unitPrice === 'bigint' &&
    typeof plan.unitLimit === 'number' &&
    typeof plan.at === 'number'
  return isFeePlan ? (plan as FeePlan) : null
}

/** Compute unit limit of a transfer: higher for a token, which may have to create an account. */
export function unitLimitOf(token: TokenPlan | undefined): number {
  return token ? 400_000 : 300_000
}

import { isAddress } from '../encoding/address.ts'
import type { TokenPlan } from '../token/token-plan.ts'
import type { Lifetime } from './lifetime.ts'

/** What an estimate tells the transfer that follows it. */
export interface FeePlan {
  readonly lifetime: Lifetime
  /** Micro-lamports for a compute unit. */
  readonly unitPrice: bigint
  readonly unitLimit: number
  /** When it was made, milliseconds since the epoch. */
  readonly at: number
  /** Of a token: by which accounts it goes. */
  readonly token?: TokenPlan
}

/** The `data` of an estimate of ours; null for anything else. */
export function readFeePlan(data: unknown): FeePlan | null {
  const plan = data as Partial<FeePlan> | null | undefined
  const isOurs =
    isAddress(plan?.lifetime?.blockhash) &&
    typeof plan.lifetime.lastValidBlockHeight === 'bigint' &&
    typeof plan.unitPrice === 'bigint' &&
    typeof plan.unitLimit === 'number' &&
    typeof plan.at === 'number'
  return isOurs ? (plan as FeePlan) : null
}

/** The compute units that a transfer may use: a token's may have an account to make. */
export function unitLimitOf(token: TokenPlan | undefined): number {
  return token ? 400_000 : 300_000
}

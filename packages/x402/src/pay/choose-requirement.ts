import type { Kit } from '@latchkey/core'
import { type AssetId, LatchkeyError } from '@latchkey/protocol'
import type { PaymentLimits, TokenLimit } from '../contract.ts'
import { isSameAddress } from '../wire/fields.ts'
import type { PaymentRequired, Requirement } from '../wire/read-requirements.ts'
import { spentOf } from './spending.ts'

/**
 * The server's offer that will be paid, the id under which the owner lists its token, and how much
 * of the token may still be paid.
 */
export interface Choice {
  readonly requirement: Requirement
  readonly asset: AssetId
  /** How much may still be paid, in base units. */
  readonly left: bigint
}

/**
 * Chooses the first of a server's offers that is on one of the kit's chains, in a token that the
 * owner lists, and within its limits.
 * @throws `payment-unsupported` | `payment-above-limit`
 */
export function chooseRequirement(
  kit: Kit,
  { requirements, leftOut }: PaymentRequired,
  limits: PaymentLimits,
): Choice {
  const reasons = [...leftOut]
  const overLimit: string[] = []
  for (const requirement of requirements) {
    const { chain, amount } = requirement
    const [asset, limit] = findLimit(limits, requirement.asset)
    if (!kit.chains.some(({ id }) => id === chain)) {
      reasons.push(`the kit has no chain ${chain}`)
      continue
    }
    if (!asset || !limit) {
      reasons.push(`limit lists no ${requirement.asset}`)
      continue
    }
    const left = limit.total - spentOf(kit, asset)
    if (amount > limit.perRequest)
      overLimit.push(`${amount} of ${asset}, and perRequest is ${limit.perRequest}`)
    else if (amount > left) overLimit.push(`${amount} of ${asset}, and ${left} of total are left`)
    else return { requirement, asset, left }
  }
  if (overLimit.length > 0)
    throw new LatchkeyError('payment-above-limit', { reason: `it asks for ${overLimit[0]}` })
  throw new LatchkeyError('payment-unsupported', {
    reason: [...new Set(reasons)].slice(0, 4).join('; ') || 'it offers no way to pay',
  })
}

/** The owner's entry for a token; the case of the address in it does not matter. */
function findLimit(
  limits: PaymentLimits,
  asset: AssetId,
): readonly [AssetId | undefined, TokenLimit | undefined] {
  const id = (Object.keys(limits) as AssetId[]).find((one) => isSameAddress(one, asset))
  return [id, id && limits[id]]
}

/** A receiver: its address without a CAIP-10 prefix, and the amount in satoshi. */
export interface Recipient {
  readonly address: string
  readonly amount: bigint
}

/** The coins that a transfer spends, and its change. */
export interface Plan {
  readonly inputs: readonly {
    readonly txid: string
    readonly vout: number
    readonly value: bigint
  }[]
  readonly recipients: readonly Recipient[]
  /** Change that goes back to the sender, satoshi; 0 when there is no such output. */
  readonly change: bigint
  readonly fee: bigint
  /**
   * Why exactly these coins must be spent: other coins may hold an inscription or rune, or all
   * coins are spent. Absent when any coins may be spent.
   */
  readonly binding?: 'ord' | 'all'
}

const planMark: unique symbol = Symbol('plan')

/** Marks a plan as made by this adapter, so that `readPlan` can recognise it. */
export function markPlan(plan: Plan): Plan {
  return { ...plan, [planMark]: true } as Plan
}

/**
 * Reads the plan from an estimate's `data`; undefined unless it is a plan for exactly the given
 * receivers.
 */
export function readPlan(data: unknown, recipients: readonly Recipient[]): Plan | undefined {
  if (typeof data !== 'object' || data === null || !(planMark in data)) return undefined
  const plan: Plan = data as unknown as Plan
  const isSame =
    plan.recipients.length === recipients.length &&
    plan.recipients.every(
      ({ address, amount }, i) =>
        address === recipients[i]?.address && amount === recipients[i]?.amount,
    )
  return isSame ? plan : undefined
}

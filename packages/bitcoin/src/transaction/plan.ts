/** Somebody who gets something: bare address, satoshi. */
export interface Recipient {
  readonly address: string
  readonly amount: bigint
}

/** Which coins a transfer spends, and where what is left goes. */
export interface Plan {
  readonly inputs: readonly {
    readonly txid: string
    readonly vout: number
    readonly value: bigint
  }[]
  readonly recipients: readonly Recipient[]
  /** Back to the sender; 0: no such output. */
  readonly change: bigint
  readonly fee: bigint
  /**
   * Why only these coins will do: the others may hold something, or all of them leave. Absent: any
   * will do.
   */
  readonly binding?: 'ord' | 'all'
}

const kind: unique symbol = Symbol('plan')

/** Marks a plan as one of this adapter's, so that `readPlan` knows it again. */
export function markPlan(plan: Plan): Plan {
  return { ...plan, [kind]: true } as Plan
}

/** The plan in an estimate's `data`, if it is one for these recipients. */
export function readPlan(data: unknown, recipients: readonly Recipient[]): Plan | undefined {
  if (typeof data !== 'object' || data === null || !(kind in data)) return undefined
  const plan: Plan = data as unknown as Plan
  const isSame =
    plan.recipients.length === recipients.length &&
    plan.recipients.every(
      ({ address, amount }, i) =>
        address === recipients[i]?.address && amount === recipients[i]?.amount,
    )
  return isSame ? plan : undefined
}

/** Slippage of the wire as hundredths of a percent. */
export function slippageBps(percent: number): bigint {
  return BigInt(Math.round(percent * 100))
}

/**
 * The least that may arrive of `amount`, rounded up.
 * @param percent - 0 to 100
 */
export function minimumOf(amount: bigint, percent: number): bigint {
  return amount - (amount * slippageBps(percent)) / 10_000n
}

/**
 * The most that may be paid for `amount`, rounded down.
 * @param percent - 0 to 100
 */
export function maximumOf(amount: bigint, percent: number): bigint {
  return amount + (amount * slippageBps(percent)) / 10_000n
}

/** Converts slippage in percent to hundredths of a percent. */
export function slippageBps(percent: number): bigint {
  return BigInt(Math.round(percent * 100))
}

/**
 * Returns the least output that the slippage allows, rounded up.
 * @param percent - 0 to 100
 */
export function subtractSlippage(amount: bigint, percent: number): bigint {
  return amount - (amount * slippageBps(percent)) / 10_000n
}

/**
 * Returns the largest payment that the slippage allows, rounded down.
 * @param percent - 0 to 100
 */
export function addSlippage(amount: bigint, percent: number): bigint {
  return amount + (amount * slippageBps(percent)) / 10_000n
}

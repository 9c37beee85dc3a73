/** Reserves of a pool, in base units: of the token paid in and of the token taken out. */
export interface Reserves {
  readonly in: bigint
  readonly out: bigint
}

/** 100 % in hundredths of a percent. */
export const wholeBps = 10_000n
/** A pool stores reserves in 112 bits and refuses larger ones. */
const roomOfPool = 2n ** 112n

/**
 * Output of a constant-product pool for `amount`, rounded like its contract; undefined when there
 * is none.
 * @param feeBps - fee on the payment, in hundredths of a percent
 */
export function amountOut(amount: bigint, reserves: Reserves, feeBps: number): bigint | undefined {
  if (amount <= 0n || !isFilled(reserves) || reserves.in + amount >= roomOfPool) return undefined
  const paid = amount * (wholeBps - BigInt(feeBps))
  const outAmount = (paid * reserves.out) / (reserves.in * wholeBps + paid)
  return outAmount > 0n ? outAmount : undefined
}

/**
 * Payment needed for exactly `amount`, rounded like the router; undefined when the pool holds less.
 * @param feeBps - fee on the payment, in hundredths of a percent
 */
export function amountIn(amount: bigint, reserves: Reserves, feeBps: number): bigint | undefined {
  if (amount <= 0n || !isFilled(reserves) || amount >= reserves.out) return undefined
  const paid =
    (reserves.in * amount * wholeBps) / ((reserves.out - amount) * (wholeBps - BigInt(feeBps))) + 1n
  return reserves.in + paid < roomOfPool ? paid : undefined
}

function isFilled({ in: paid, out }: Reserves): boolean {
  return paid > 0n && out > 0n
}

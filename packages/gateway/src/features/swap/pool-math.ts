/**
 * One pool as a swap meets it: what it holds of the token paid into it and of the one taken out,
 * base units.
 */
export interface Reserves {
  readonly in: bigint
  readonly out: bigint
}

/** What fees are hundredths of a percent of. */
export const whole = 10_000n
/** Pools keep their reserves in 112 bits, and refuse what would not fit. */
const roomOfPool = 2n ** 112n

/**
 * What a pool of constant product gives for `amount`, rounded as its contract does; nothing where
 * it gives none.
 * @param feeBps - of what is paid, in hundredths of a percent
 */
export function amountOut(amount: bigint, reserves: Reserves, feeBps: number): bigint | undefined {
  if (amount <= 0n || !isFilled(reserves) || reserves.in + amount >= roomOfPool) return undefined
  const paid = amount * (whole - BigInt(feeBps))
  const out = (paid * reserves.out) / (reserves.in * whole + paid)
  return out > 0n ? out : undefined
}

/**
 * What must be paid for exactly `amount`, rounded as the router does; nothing where the pool does
 * not hold as much.
 * @param feeBps - of what is paid, in hundredths of a percent
 */
export function amountIn(amount: bigint, reserves: Reserves, feeBps: number): bigint | undefined {
  if (amount <= 0n || !isFilled(reserves) || amount >= reserves.out) return undefined
  const paid =
    (reserves.in * amount * whole) / ((reserves.out - amount) * (whole - BigInt(feeBps))) + 1n
  return reserves.in + paid < roomOfPool ? paid : undefined
}

function isFilled({ in: paid, out }: Reserves): boolean {
  return paid > 0n && out > 0n
}

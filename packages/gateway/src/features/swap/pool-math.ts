/**
 * Reserves of a pool, in base units: `in` of the token that is paid, `out` of the token that is
 * received.
 */
export interface Reserves {
  readonly in: bigint
  readonly out: bigint
}

/** 100 % in basis points (hundredths of a percent). */
export const fullBasisPoints = 10_000n
/** Limit of a reserve: a pool stores reserves in 112 bits and refuses larger ones. */
const maxPoolReserve = 2n ** 112n

/**
 * Computes what a constant-product pool pays out for `amount`, rounded like its contract; undefined
 * when it pays nothing.
 * @param feeBps - fee on the payment, in hundredths of a percent
 */
export function computeOutput(
  amount: bigint,
  reserves: Reserves,
  feeBps: number,
): bigint | undefined {
  if (amount <= 0n || !hasReserves(reserves) || reserves.in + amount >= maxPoolReserve)
    return undefined
  const paidAfterFee = amount * (fullBasisPoints - BigInt(feeBps))
  const outAmount = (paidAfterFee * reserves.out) / (reserves.in * fullBasisPoints + paidAfterFee)
  return outAmount > 0n ? outAmount : undefined
}

/**
 * Computes the payment for which a pool pays out exactly `amount`, rounded like the router;
 * undefined when the pool holds less.
 * @param feeBps - fee on the payment, in hundredths of a percent
 */
export function computeInput(
  amount: bigint,
  reserves: Reserves,
  feeBps: number,
): bigint | undefined {
  if (amount <= 0n || !hasReserves(reserves) || amount >= reserves.out) return undefined
  const paid =
    (reserves.in * amount * fullBasisPoints) /
      ((reserves.out - amount) * (fullBasisPoints - BigInt(feeBps))) +
    1n
  return reserves.in + paid < maxPoolReserve ? paid : undefined
}

function hasReserves({ in: paid, out }: Reserves): boolean {
  return paid > 0n && out > 0n
}

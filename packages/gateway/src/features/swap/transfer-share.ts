/**
 * Which share of a transfer arrives, measured in base units: `sent` were sent and `came` arrived.
 * Less arrives than was sent when the token has a transfer fee.
 */
export interface Share {
  readonly sent: bigint
  readonly came: bigint
}

/** The share of a transfer that arrives for a token without a transfer fee: the whole amount. */
export const wholeShare: Share = { sent: 1n, came: 1n }

export function isWholeShare({ sent, came }: Share): boolean {
  return sent === came
}

/** Returns the part of `amount` that arrives, rounded down; all of it when the share is unknown. */
export function applyShare(amount: bigint, share: Share | undefined): bigint {
  return share ? (amount * share.came) / share.sent : amount
}

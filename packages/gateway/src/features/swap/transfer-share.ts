/** How much came of what was sent, base units: less where a token keeps a part of each transfer. */
export interface Share {
  readonly sent: bigint
  readonly came: bigint
}

/** Of most tokens. */
export const all: Share = { sent: 1n, came: 1n }

export function isAll({ sent, came }: Share): boolean {
  return sent === came
}

/** What comes of `amount`, rounded down; with a share that is not known all of it. */
export function partOf(amount: bigint, share: Share | undefined): bigint {
  return share ? (amount * share.came) / share.sent : amount
}

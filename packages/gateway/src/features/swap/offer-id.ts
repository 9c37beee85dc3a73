/**
 * The id of an offer contains its provider and amounts, so that the transaction keeps the offered
 * price.
 */
export interface OfferId {
  /** Id of the swap provider. */
  readonly provider: string
  /** Base units. */
  readonly paid: bigint
  readonly received: bigint
}

const offerIdPattern = /^([a-z\dx-]{1,64})\/(\d{1,78})\/(\d{1,78})$/

/** `provider/paid/received`. */
export function writeOfferId({ provider, paid, received }: OfferId): string {
  return `${provider}/${paid}/${received}`
}

/** Reads an offer id; undefined for any other text. */
export function readOfferId(text: string | undefined): OfferId | undefined {
  const [, provider, paid, received] = offerIdPattern.exec(text ?? '') ?? []
  if (!provider || !paid || !received) return undefined
  return { provider, paid: BigInt(paid), received: BigInt(received) }
}

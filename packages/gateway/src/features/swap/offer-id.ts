/**
 * The content of an offer's id: the provider and the amounts. From it, a later transaction for the
 * offer is built at the offered price.
 */
export interface OfferId {
  /** Id of the swap provider. */
  readonly provider: string
  /** Amount of the paid token, in base units. */
  readonly paid: bigint
  /** Amount of the received token, in base units. */
  readonly received: bigint
}

const offerIdPattern = /^([a-z\dx-]{1,64})\/(\d{1,78})\/(\d{1,78})$/

/** Writes an offer's id as `provider/paid/received`. */
export function writeOfferId({ provider, paid, received }: OfferId): string {
  return `${provider}/${paid}/${received}`
}

/** Reads the id of an offer; undefined for any other text. */
export function readOfferId(text: string | undefined): OfferId | undefined {
  const [, provider, paid, received] = offerIdPattern.exec(text ?? '') ?? []
  if (!provider || !paid || !received) return undefined
  return { provider, paid: BigInt(paid), received: BigInt(received) }
}

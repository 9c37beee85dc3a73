/**
 * An offer as it is named on the wire: who made it and what was promised, so that building it keeps
 * the promise.
 */
export interface OfferId {
  /** Id of a provider. */
  readonly provider: string
  /** Base units. */
  readonly paid: bigint
  readonly received: bigint
}

const pattern = /^([a-z\dx-]{1,64})\/(\d{1,78})\/(\d{1,78})$/

/** `provider/paid/received`. */
export function writeOfferId({ provider, paid, received }: OfferId): string {
  return `${provider}/${paid}/${received}`
}

/** Undefined for what is no such id. */
export function readOfferId(text: string | undefined): OfferId | undefined {
  const [, provider, paid, received] = pattern.exec(text ?? '') ?? []
  if (!provider || !paid || !received) return undefined
  return { provider, paid: BigInt(paid), received: BigInt(received) }
}

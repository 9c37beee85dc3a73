import type { Namespace } from '@latchkey/protocol'

/**
 * For each namespace, the type of a plain address, which is no CAIP-10 id. The package of a chain
 * family adds its own type by declaration merging; an address of any other namespace is a string.
 */
// biome-ignore lint/suspicious/noEmptyInterface: adapters add their namespace by declaration merging
export interface AddressTypes {}

export type AddressOf<N extends Namespace> = N extends keyof AddressTypes ? AddressTypes[N] : string

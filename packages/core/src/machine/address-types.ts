import type { Namespace } from '@latchkey/protocol'

/**
 * The type of a bare address in each namespace. The package of a chain family adds its own by
 * declaration merging; an address of any other namespace is a string.
 */
// biome-ignore lint/suspicious/noEmptyInterface: adapters add their namespace by declaration merging
export interface AddressTypes {}

export type AddressOf<N extends Namespace> = N extends keyof AddressTypes ? AddressTypes[N] : string

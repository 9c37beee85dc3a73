import type { Kit } from './kit.ts'

/**
 * Tells the types of hooks which kit the page has, so that they know the kit's chains. A page
 * registers its kit once:
 *
 * ```ts
 * const kit = createKit({ adapters: [evm({ chains: [chain(mainnet), chain(base)] })] })
 *
 * declare module '@latchkey/core' {
 *   interface Register {
 *     kit: typeof kit
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: a page adds its kit by declaration merging
export interface Register {}

/** The type of the page's own kit; where the page has registered none, the type of any kit. */
export type RegisteredKit = Register extends { readonly kit: infer K extends Kit } ? K : Kit

/** The type of the CAIP-2 ids of a kit's chains: `'eip155:1' | 'eip155:8453'`. */
export type ChainIdOf<K extends Kit> = K['chains'][number]['id']

import type { Kit } from './kit.ts'

/**
 * Tells hooks which kit the page has, so that they know its chains. A page adds its kit once:
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

/** The page's own kit, or any kit where the page has registered none. */
export type RegisteredKit = Register extends { readonly kit: infer K extends Kit } ? K : Kit

/** The CAIP-2 ids of a kit's chains: `'eip155:1' | 'eip155:8453'`. */
export type ChainIdOf<K extends Kit> = K['chains'][number]['id']

// What the examples of docs and comments take as given, such as the kit that the page has made.
import type { Kit } from '@latchkey/core'
import type { Modal } from '@latchkey/modal'
import type { AccountId, Asset, Chain } from '@latchkey/protocol'

export declare const kit: Kit
export declare const modal: Modal
export declare const chains: readonly [Chain, ...Chain[]]
export declare const asset: Asset
export declare const account: AccountId
/** Addresses of an Ethereum-like chain. */
export declare const owner: `0x${string}`
export declare const receiver: `0x${string}`
export declare const token: `0x${string}`
export declare const hash: `0x${string}`
/** Transactions of Solana in base64, not signed. */
export declare const unsigned: string
export declare const another: string
export declare const bytes: Uint8Array
export declare const signal: AbortSignal
/** Something that the page does with a value. */
export declare function show(value: unknown): void

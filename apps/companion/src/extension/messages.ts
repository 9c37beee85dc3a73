import type { Approval } from '@latchkey/signer'
import type { Address } from 'viem'

/** A page's half and the extension's half in the page speak by these; the page may forge them and gains nothing by it. */
export const toWallet = 'latchkey-companion.to-wallet'
export const toPage = 'latchkey-companion.to-page'

/** An answer of EIP-1193 as it travels. */
export interface WireAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** To the background, from a page's content script. */
export type PageCall =
  | { readonly type: 'call'; readonly id: string; readonly method: string; readonly params?: unknown }
  /** What this page may use now. */
  | { readonly type: 'look' }

/** To the background, from the extension's own pages. */
export type OwnCall =
  | { readonly type: 'read'; readonly id: string }
  | { readonly type: 'decide'; readonly id: string; readonly decision: boolean | readonly Address[] }
  | { readonly type: 'sites' }
  | { readonly type: 'revoke'; readonly origin: string }
  | { readonly type: 'select'; readonly origin: string; readonly account: Address }

/** To a content script. */
export type Notice =
  | ({ readonly type: 'answer'; readonly id: string } & WireAnswer)
  /** Something changed: the page's half looks what concerns its own origin. */
  | { readonly type: 'changed' }

/** What one page may use. */
export interface Look {
  readonly accounts: readonly string[]
  /** As EIP-1193 spells it. */
  readonly chainId: string
}

/** A question that waits for the visitor; survives the background's end. */
export interface Waiting {
  readonly id: string
  /** The page's name for its call. */
  readonly call: string
  readonly origin: string
  readonly method: string
  readonly params: unknown
  readonly tab: number
  readonly document?: string
  readonly window?: number
  /** What the visitor sees, amounts as text. */
  readonly approval: WireApproval
}

/** An approval whose amounts travel as decimal text. */
export type WireApproval =
  | Exclude<Approval, { kind: 'transaction' }>
  | (Omit<Extract<Approval, { kind: 'transaction' }>, Amount> & Readonly<Record<Amount, string>>)
type Amount = 'value' | 'fee' | 'gas' | 'maxFeePerGas'

/** Amounts as text: what travels and is stored is JSON. */
export function toWireApproval(approval: Approval): WireApproval {
  if (approval.kind !== 'transaction') return approval
  const { value, fee, gas, maxFeePerGas } = approval
  return {
    ...approval,
    ...{ value: String(value), fee: String(fee), gas: String(gas), maxFeePerGas: String(maxFeePerGas) },
  }
}

export function fromWireApproval(approval: WireApproval): Approval {
  if (approval.kind !== 'transaction') return approval
  const { value, fee, gas, maxFeePerGas } = approval
  return {
    ...approval,
    ...{ value: BigInt(value), fee: BigInt(fee), gas: BigInt(gas), maxFeePerGas: BigInt(maxFeePerGas) },
  }
}

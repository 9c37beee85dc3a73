import type { Approval, FamilyAddress, Grants, Site } from '@latchkey/signer'
import type { Address } from 'viem'

/**
 * A page's half and the extension's half in the page speak by these; the page may forge them and
 * gains nothing by it.
 */
export const toWallet = 'latchkey-companion.to-wallet'
export const toPage = 'latchkey-companion.to-page'

/** Which manners a provider of WBIP has. */
export type Persona = 'companion' | 'leather' | 'xverse'

/** All of them; the first is this wallet's own. */
export const personas: readonly Persona[] = ['companion', 'leather', 'xverse']

/** By which standard a page asks: EIP-1193, Wallet Standard, or WBIP with some manners. */
export type Standard = 'eip1193' | 'solana' | Persona

/** An answer as it travels; codes are those of the standard. */
export interface WireAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** To the background, from a page's content script. */
export type PageCall =
  | {
      readonly type: 'call'
      readonly id: string
      readonly standard: Standard
      readonly method: string
      readonly params?: unknown
    }
  /** What this page may use now. */
  | { readonly type: 'look' }

/** To the background, from the extension's own pages. */
export type OwnCall =
  | { readonly type: 'read'; readonly id: string }
  | { readonly type: 'decide'; readonly id: string; readonly decision: boolean | readonly string[] }
  | { readonly type: 'sites' }
  | { readonly type: 'revoke'; readonly origin: string }
  | { readonly type: 'select'; readonly origin: string; readonly account: Address }
  /** Moves a site to another account of the other families. */
  | { readonly type: 'choose'; readonly origin: string; readonly account: number }
  | { readonly type: 'persona'; readonly persona: Persona; readonly isOn: boolean }

/** What the extension's own page shows. */
export interface Overview {
  readonly sites: Readonly<Record<string, Site>>
  readonly grants: Grants
  readonly personas: readonly Persona[]
  /** How many accounts there are to choose from. */
  readonly count: number
}

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
  /** Of the other families, of what was granted. */
  readonly families: readonly FamilyAddress[]
}

/** A question that waits for the visitor; survives the background's end. */
export interface Waiting {
  readonly id: string
  /** The page's name for its call. */
  readonly call: string
  readonly origin: string
  readonly standard: Standard
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
    value: String(value),
    fee: String(fee),
    gas: String(gas),
    maxFeePerGas: String(maxFeePerGas),
  }
}

export function fromWireApproval(approval: WireApproval): Approval {
  if (approval.kind !== 'transaction') return approval
  const { value, fee, gas, maxFeePerGas } = approval
  return {
    ...approval,
    value: BigInt(value),
    fee: BigInt(fee),
    gas: BigInt(gas),
    maxFeePerGas: BigInt(maxFeePerGas),
  }
}

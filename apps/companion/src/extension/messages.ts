import type { Approval, FamilyAddress, Grants, Site } from '@latchkey/signer'
import type { Address } from 'viem'

/**
 * Types of the messages between the page script and the content script. A page may forge such
 * messages, which gives it nothing that it could not ask for anyway.
 */
export const walletMessageType = 'latchkey-companion.to-wallet'
export const pageMessageType = 'latchkey-companion.to-page'

/** The wallet that a WBIP provider imitates. */
export type Persona = 'companion' | 'leather' | 'xverse'

/** All wallets that a WBIP provider can imitate; the first is this wallet itself. */
export const personas: readonly Persona[] = ['companion', 'leather', 'xverse']

/** The standard of a page's call: EIP-1193, Wallet Standard, or WBIP in some wallet's form. */
export type WalletStandard = 'eip1193' | 'solana' | Persona

/**
 * An answer of the extension to a page's call; `code` is an error code of the standard that the
 * call follows.
 */
export interface WireAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Messages to the background, from a page's content script. */
export type PageCall =
  | {
      readonly type: 'call'
      readonly id: string
      readonly standard: WalletStandard
      readonly method: string
      readonly params?: unknown
    }
  /** Asks for the page's present permissions. */
  | { readonly type: 'look' }

/** Messages to the background, from the extension's own pages. */
export type ExtensionCall =
  | { readonly type: 'read'; readonly id: string }
  | { readonly type: 'decide'; readonly id: string; readonly decision: boolean | readonly string[] }
  | { readonly type: 'sites' }
  | { readonly type: 'revoke'; readonly origin: string }
  | { readonly type: 'select'; readonly origin: string; readonly account: Address }
  /** Changes which account a site has on Solana, Bitcoin and Stacks. */
  | { readonly type: 'choose'; readonly origin: string; readonly account: number }
  | { readonly type: 'persona'; readonly persona: Persona; readonly isOn: boolean }

/** What the extension's popup shows. */
export interface PopupOverview {
  readonly sites: Readonly<Record<string, Site>>
  readonly grants: Grants
  readonly personas: readonly Persona[]
  /** Number of accounts to choose from. */
  readonly count: number
}

/** Messages from the background to a content script. */
export type ContentNotice =
  | ({ readonly type: 'answer'; readonly id: string } & WireAnswer)
  /**
   * Tells that some site's permissions changed, so that the content script asks for the permissions
   * of its own page.
   */
  | { readonly type: 'changed' }

/** Permissions of one page. */
export interface SiteView {
  readonly accounts: readonly string[]
  /** Chain id in hex, as in EIP-1193. */
  readonly chainId: string
  /** Granted addresses on Solana, Bitcoin and Stacks. */
  readonly families: readonly FamilyAddress[]
}

/** A request that waits for the visitor; it is stored, because the background may end meanwhile. */
export interface WaitingQuestion {
  readonly id: string
  /** The id by which the page identifies its call. */
  readonly call: string
  readonly origin: string
  readonly standard: WalletStandard
  readonly method: string
  readonly params: unknown
  readonly tab: number
  readonly document?: string
  readonly window?: number
  /** The approval that the visitor is shown, with amounts as text. */
  readonly approval: WireApproval
}

/** An approval with amounts as decimal text. */
export type WireApproval =
  | Exclude<Approval, { kind: 'transaction' }>
  | (Omit<Extract<Approval, { kind: 'transaction' }>, Amount> & Readonly<Record<Amount, string>>)
type Amount = 'value' | 'fee' | 'gas' | 'maxFeePerGas'

/** Converts an approval's amounts to text, because JSON cannot contain bigints. */
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

import type { Address, Hex } from 'viem'
import type { SignerChain } from '../chain.ts'

/** What a visitor is asked; plain data, every text of it foreign. */
export type Approval =
  | { readonly kind: 'connect'; readonly origin: string; readonly accounts: readonly Address[] }
  | {
      readonly kind: 'message'
      readonly origin: string
      readonly account: Address
      readonly chain: SignerChain
      /** Absent when the bytes are no readable text. */
      readonly text?: string
      readonly bytes: Hex
    }
  | {
      readonly kind: 'typed-data'
      readonly origin: string
      readonly account: Address
      readonly chain: SignerChain
      readonly primaryType: string
      readonly domain: string
      /** Indented JSON of the message. */
      readonly message: string
    }
  | {
      readonly kind: 'transaction'
      readonly origin: string
      readonly account: Address
      readonly chain: SignerChain
      /** Absent: it makes a contract. */
      readonly to?: Address
      /** Base units of the chain's coin. */
      readonly value: bigint
      readonly data: Hex
      /** The most it can cost beside `value`, base units of the chain's coin. */
      readonly fee: bigint
      /** Units of gas, and the most to pay for one in base units: what `fee` is made of. */
      readonly gas: bigint
      readonly maxFeePerGas: bigint
    }
  | { readonly kind: 'switch-chain'; readonly origin: string; readonly chain: SignerChain }
  | { readonly kind: 'add-chain'; readonly origin: string; readonly chain: SignerChain }
  | SharedAccounts
  | FamilyQuestion

/**
 * Whether a site may see an account of other families; one account has an address for each purpose.
 */
export interface SharedAccounts {
  readonly kind: 'accounts'
  readonly origin: string
  readonly offered: readonly {
    readonly id: string
    readonly addresses: readonly { readonly name: string; readonly address: string }[]
  }[]
}

/** Something to sign on Solana, Bitcoin or Stacks, said in that chain's terms. */
export interface FamilyQuestion {
  readonly kind: FamilyQuestionKind
  readonly origin: string
  /** The address that signs. */
  readonly account: string
  readonly network: string
  /** What leaves the account, with its unit. */
  readonly amount?: string
  readonly rows: readonly Fact[]
  /** Long texts, whole. */
  readonly texts: readonly Fact[]
  /** What was filled in to be shown, as parameters that ask for the same again. */
  readonly pinned?: Readonly<Record<string, string>>
}

export type FamilyQuestionKind =
  | 'solana-message'
  | 'solana-sign-in'
  | 'solana-transaction'
  | 'solana-send'
  | 'bitcoin-message'
  | 'bitcoin-transfer'
  | 'bitcoin-psbt'
  | 'stacks-message'
  | 'stacks-structured-message'
  | 'stacks-transfer'
  | 'stacks-call'
  | 'stacks-deploy'

/** A name and what is so; foreign, with hidden letters spelled out. */
export interface Fact {
  readonly name: string
  readonly value: string
}

/**
 * Answers an approval: true or false; to `connect` also the accounts chosen, the selected one
 * first; to `accounts` an id.
 */
export type Approve = (approval: Approval) => Promise<boolean | readonly string[]>

import type { Address, Hex } from 'viem'
import type { SignerChain } from '../chain.ts'

/** A question to the visitor, as plain data. All text in it is untrusted. */
export type Approval =
  | { readonly kind: 'connect'; readonly origin: string; readonly accounts: readonly Address[] }
  | {
      readonly kind: 'message'
      readonly origin: string
      readonly account: Address
      readonly chain: SignerChain
      /** Text of the message; absent when the bytes are not readable text. */
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
      /** The typed data to sign, as indented JSON. */
      readonly message: string
    }
  | {
      readonly kind: 'transaction'
      readonly origin: string
      readonly account: Address
      readonly chain: SignerChain
      /** Receiver; absent when the transaction creates a contract. */
      readonly to?: Address
      /** Amount that is sent, in base units of the chain's coin. */
      readonly value: bigint
      readonly data: Hex
      /** Highest fee, in base units of the chain's coin. */
      readonly fee: bigint
      /** Gas limit, and highest price of one unit in base units: their product is `fee`. */
      readonly gas: bigint
      readonly maxFeePerGas: bigint
    }
  | { readonly kind: 'switch-chain'; readonly origin: string; readonly chain: SignerChain }
  | { readonly kind: 'add-chain'; readonly origin: string; readonly chain: SignerChain }
  | SharedAccounts
  | FamilyQuestion

/**
 * Asks whether a site may see an account of Solana, Bitcoin or Stacks; one account has an address
 * for each purpose.
 */
export interface SharedAccounts {
  readonly kind: 'accounts'
  readonly origin: string
  readonly offered: readonly {
    readonly id: string
    readonly addresses: readonly { readonly name: string; readonly address: string }[]
  }[]
}

/** A request to sign on Solana, Bitcoin or Stacks, in readable form. */
export interface FamilyQuestion {
  readonly kind: FamilyQuestionKind
  readonly origin: string
  /** Address of the account that signs. */
  readonly account: string
  readonly network: string
  /** Amount that leaves the account, with its unit. */
  readonly amount?: string
  readonly rows: readonly Fact[]
  /** Long texts, which are shown in full. */
  readonly texts: readonly Fact[]
  /**
   * Values that the wallet filled in, such as the fee, as request parameters: a request with these
   * parameters repeats exactly what is shown.
   */
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

/**
 * A label and its value, both shown as text. They are untrusted; hidden characters in them are
 * escaped.
 */
export interface Fact {
  readonly name: string
  readonly value: string
}

/**
 * Shows an approval to the visitor and resolves to the answer: true or false. Instead of true,
 * `connect` may give the list of chosen accounts, the selected one first, and `accounts` a list
 * with the id of the chosen account.
 */
export type Approve = (approval: Approval) => Promise<boolean | readonly string[]>

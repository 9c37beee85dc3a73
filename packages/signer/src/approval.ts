import type { Address, Hex } from 'viem'
import type { SignerChain } from './chain.ts'

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

/** Answers an approval: true or false; to `connect` also the accounts chosen, the selected one first. */
export type Approve = (approval: Approval) => Promise<boolean | readonly Address[]>

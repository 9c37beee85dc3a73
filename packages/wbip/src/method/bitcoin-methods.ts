import {
  also,
  anyText,
  fields,
  flag,
  list,
  oneOf,
  optional,
  type Shape,
  text,
  units,
  whole,
} from '../encoding/shape.ts'

export type Sighash = 'ALL' | 'NONE' | 'SINGLE' | 'ANYONECANPAY'
export interface SendTransferParams {
  /** Amounts are satoshi. */
  readonly recipients: readonly { readonly address: string; readonly amount: bigint }[]
  readonly network?: string | undefined
}
export interface TxidResult {
  readonly txid: string
}
export interface SignInput {
  readonly index: number
  readonly address: string
  readonly publicKey?: string | undefined
  /** SIGHASH bytes. */
  readonly allowedSighash?: readonly number[] | undefined
}
export interface SignPsbtParams {
  /** Base64. */
  readonly psbt: string
  readonly signInputs?: readonly (number | SignInput)[] | undefined
  readonly broadcast?: boolean | undefined
  readonly network?: string | undefined
  readonly allowedSighash?: readonly Sighash[] | undefined
}
export interface SignPsbtResult {
  /** Base64. */
  readonly psbt: string
  readonly txid?: string | undefined
}
export interface SignMessageParams {
  readonly address: string
  readonly message: string
  readonly protocol?: 'ECDSA' | 'BIP322' | undefined
  readonly network?: string | undefined
}
export interface SignMessageResult {
  /** Base64. */
  readonly signature: string
  readonly address?: string | undefined
  readonly protocol?: string | undefined
}
export interface BalanceResult {
  /** Satoshi, decimal. */
  readonly confirmed: string
  readonly unconfirmed: string
  readonly total: string
}

const address = text(90, /^[a-zA-Z0-9]{14,}$/)
const network = optional(text(64, /^[\w-]+$/))
const base64 = (limit: number) =>
  also(text(limit, /^[a-z0-9+/]+={0,2}$/i), (value) =>
    value.length % 4 === 0 ? undefined : 'is no base64',
  )
// `psbt` and 0xff, as base64 begins.
const psbt = also(base64(2_796_204), (value) =>
  /^cHNidP[8-9+/]/.test(value) ? undefined : 'is no PSBT',
)
const txid = text(64, /^[0-9a-f]{64}$/i)

const inputOf = fields<SignInput>({
  index: whole(0, 99_999),
  address,
  publicKey: optional(text(66, /^(?:0[23])?[0-9a-f]{64}$/i)),
  allowedSighash: optional(list(whole(0, 255), 1, 8)),
})
const input: Shape<number | SignInput> = (value, at) =>
  typeof value === 'number' ? whole(0, 99_999)(value, at) : inputOf(value, at)

export const sendTransferParams: Shape<SendTransferParams> = fields<SendTransferParams>({
  recipients: list(
    fields<{ readonly address: string; readonly amount: bigint }>({ address, amount: units(1n) }),
    1,
    1000,
  ),
  network,
})
export const txidResult: Shape<TxidResult> = fields<TxidResult>({ txid })
export const signPsbtParams: Shape<SignPsbtParams> = fields<SignPsbtParams>({
  psbt,
  signInputs: optional(list(input, 1, 10_000)),
  broadcast: optional(flag),
  network,
  allowedSighash: optional(list(oneOf(['ALL', 'NONE', 'SINGLE', 'ANYONECANPAY']), 1, 4)),
})
export const signPsbtResult: Shape<SignPsbtResult> = fields<SignPsbtResult>({
  psbt,
  txid: optional(txid),
})
export const signMessageParams: Shape<SignMessageParams> = fields<SignMessageParams>({
  address,
  message: anyText(1_048_576),
  protocol: optional(oneOf(['ECDSA', 'BIP322'])),
  network,
})
export const signMessageResult: Shape<SignMessageResult> = fields<SignMessageResult>({
  signature: base64(8192),
  address: optional(address),
  protocol: optional(text(16, /^\w+$/)),
})
const satoshi = text(20, /^\d+$/)
export const balanceResult: Shape<BalanceResult> = fields<BalanceResult>({
  confirmed: satoshi,
  unconfirmed: text(21, /^-?\d+$/),
  total: text(21, /^-?\d+$/),
})

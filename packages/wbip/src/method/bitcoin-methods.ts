import {
  anyText,
  baseUnits,
  boundedText,
  listOf,
  narrowShape,
  objectOf,
  oneOf,
  orAbsent,
  type Shape,
  trueOrFalse,
  wholeNumber,
} from '../encoding/shape.ts'

export type Sighash = 'ALL' | 'NONE' | 'SINGLE' | 'ANYONECANPAY'
export interface SendTransferParams {
  /** Receivers of the transfer, with amounts in satoshi. */
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
  /** SIGHASH types, as one byte each, that the wallet may use for this input. */
  readonly allowedSighash?: readonly number[] | undefined
}
export interface SignPsbtParams {
  /** The PSBT to sign, in base64. */
  readonly psbt: string
  readonly signInputs?: readonly (number | SignInput)[] | undefined
  readonly broadcast?: boolean | undefined
  readonly network?: string | undefined
  readonly allowedSighash?: readonly Sighash[] | undefined
}
export interface SignPsbtResult {
  /** The signed PSBT in base64. */
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
  /** The signature of the message, in base64. */
  readonly signature: string
  readonly address?: string | undefined
  readonly protocol?: string | undefined
}
export interface BalanceResult {
  /** Balance in satoshi, as decimal text. */
  readonly confirmed: string
  readonly unconfirmed: string
  readonly total: string
}

const address = boundedText(90, /^[a-zA-Z0-9]{14,}$/)
const network = orAbsent(boundedText(64, /^[\w-]+$/))
const base64 = (limit: number) =>
  narrowShape(boundedText(limit, /^[a-z0-9+/]+={0,2}$/i), (value) =>
    value.length % 4 === 0 ? undefined : 'is no base64',
  )
// Pattern of a PSBT in base64: a PSBT begins with `psbt` and the byte 0xff.
const psbt = narrowShape(base64(2_796_204), (value) =>
  /^cHNidP[8-9+/]/.test(value) ? undefined : 'is no PSBT',
)
const txid = boundedText(64, /^[0-9a-f]{64}$/i)

const signInputShape = objectOf<SignInput>({
  index: wholeNumber(0, 99_999),
  address,
  publicKey: orAbsent(boundedText(66, /^(?:0[23])?[0-9a-f]{64}$/i)),
  allowedSighash: orAbsent(listOf(wholeNumber(0, 255), 1, 8)),
})
const inputOrIndex: Shape<number | SignInput> = (value, at) =>
  typeof value === 'number' ? wholeNumber(0, 99_999)(value, at) : signInputShape(value, at)

export const sendTransferParams: Shape<SendTransferParams> = objectOf<SendTransferParams>({
  recipients: listOf(
    objectOf<{ readonly address: string; readonly amount: bigint }>({
      address,
      amount: baseUnits(1n),
    }),
    1,
    1000,
  ),
  network,
})
export const txidResult: Shape<TxidResult> = objectOf<TxidResult>({ txid })
export const signPsbtParams: Shape<SignPsbtParams> = objectOf<SignPsbtParams>({
  psbt,
  signInputs: orAbsent(listOf(inputOrIndex, 1, 10_000)),
  broadcast: orAbsent(trueOrFalse),
  network,
  allowedSighash: orAbsent(listOf(oneOf(['ALL', 'NONE', 'SINGLE', 'ANYONECANPAY']), 1, 4)),
})
export const signPsbtResult: Shape<SignPsbtResult> = objectOf<SignPsbtResult>({
  psbt,
  txid: orAbsent(txid),
})
export const signMessageParams: Shape<SignMessageParams> = objectOf<SignMessageParams>({
  address,
  message: anyText(1_048_576),
  protocol: orAbsent(oneOf(['ECDSA', 'BIP322'])),
  network,
})
export const signMessageResult: Shape<SignMessageResult> = objectOf<SignMessageResult>({
  signature: base64(8192),
  address: orAbsent(address),
  protocol: orAbsent(boundedText(16, /^\w+$/)),
})
const satoshi = boundedText(20, /^\d+$/)
export const balanceResult: Shape<BalanceResult> = objectOf<BalanceResult>({
  confirmed: satoshi,
  unconfirmed: boundedText(21, /^-?\d+$/),
  total: boundedText(21, /^-?\d+$/),
})

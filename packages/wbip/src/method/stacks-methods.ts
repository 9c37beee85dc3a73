import { clarityBufferBytes } from '@latchkey/protocol'
import {
  assetName,
  clarityValue,
  contractId,
  hexBytes,
  identifierName,
  memo,
  nameOfContract,
  stacksAddress,
  stacksPrincipal,
  stacksTransaction,
} from '../encoding/limited.ts'
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

/** What every request for a Stacks transaction may say. */
export interface StacksCommon {
  readonly address?: string | undefined
  readonly network?: string | undefined
  /** Micro-STX. */
  readonly fee?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly sponsored?: boolean | undefined
  /** Serialised, hex. */
  readonly postConditions?: readonly string[] | undefined
  readonly postConditionMode?: 'allow' | 'deny' | undefined
}
export interface TransferStxParams extends StacksCommon {
  readonly recipient: string
  /** Micro-STX. */
  readonly amount: bigint
  readonly memo?: string | undefined
}
export interface TransferFtParams extends StacksCommon {
  readonly recipient: string
  readonly asset: string
  readonly amount: bigint
}
export interface TransferNftParams extends StacksCommon {
  readonly recipient: string
  readonly asset: string
  /** Clarity value, hex. */
  readonly assetId: string
}
export interface CallContractParams extends StacksCommon {
  readonly contract: string
  readonly functionName: string
  /** Clarity values, hex. */
  readonly functionArgs?: readonly string[] | undefined
}
export interface DeployContractParams extends StacksCommon {
  readonly name: string
  readonly clarityCode: string
  readonly clarityVersion?: number | undefined
}
export interface SignTransactionParams {
  readonly transaction: string
  readonly broadcast?: boolean | undefined
  readonly pubkey?: string | undefined
}
export interface StacksMessageParams {
  readonly message: string
  readonly publicKey?: string | undefined
}
export interface StructuredMessageParams {
  /** Clarity values, hex. */
  readonly message: string
  readonly domain: string
}
export interface StacksTransactionResult {
  readonly txid?: string | undefined
  readonly transaction?: string | undefined
}
export interface StacksSignatureResult {
  readonly signature: string
  readonly publicKey: string
}

const publicKey = text(66, /^0[23][0-9a-f]{64}$/i)
const common = {
  address: optional(stacksAddress),
  network: optional(text(64, /^[\w-]+$/)),
  fee: optional(units(0n)),
  nonce: optional(units(0n)),
  sponsored: optional(flag),
  postConditions: optional(list(hexBytes, 0, 255)),
  postConditionMode: optional(oneOf(['allow', 'deny'])),
} as const

export const transferStxParams: Shape<TransferStxParams> = fields<TransferStxParams>({
  ...common,
  recipient: stacksPrincipal,
  amount: units(1n),
  memo: optional(memo),
})
export const transferFtParams: Shape<TransferFtParams> = fields<TransferFtParams>({
  ...common,
  recipient: stacksPrincipal,
  asset: assetName,
  amount: units(1n),
})
export const transferNftParams: Shape<TransferNftParams> = fields<TransferNftParams>({
  ...common,
  recipient: stacksPrincipal,
  asset: assetName,
  assetId: clarityValue,
})
export const callContractParams: Shape<CallContractParams> = fields<CallContractParams>({
  ...common,
  contract: contractId,
  functionName: identifierName,
  functionArgs: optional(list(clarityValue, 0, 255)),
})
export const deployContractParams: Shape<DeployContractParams> = fields<DeployContractParams>({
  ...common,
  name: nameOfContract,
  clarityCode: text(clarityBufferBytes),
  clarityVersion: optional(whole(1, 255)),
})
export const signTransactionParams: Shape<SignTransactionParams> = fields<SignTransactionParams>({
  transaction: stacksTransaction,
  broadcast: optional(flag),
  pubkey: optional(publicKey),
})
export const stacksMessageParams: Shape<StacksMessageParams> = fields<StacksMessageParams>({
  message: anyText(clarityBufferBytes),
  publicKey: optional(publicKey),
})
export const structuredMessageParams: Shape<StructuredMessageParams> =
  fields<StructuredMessageParams>({
    message: clarityValue,
    // A tuple, since SIP-018 hashes name, version and chain-id of it.
    domain: also(clarityValue, (hex) => (/^(?:0x)?0c/i.test(hex) ? undefined : 'is no tuple')),
  })

const txid = text(66, /^(?:0x)?[0-9a-f]{64}$/i)
const either: Shape<StacksTransactionResult> = fields<StacksTransactionResult>({
  txid: optional(txid),
  transaction: optional(hexBytes),
})
export const stacksTransactionResult: Shape<StacksTransactionResult> = also(
  either,
  ({ txid: id, transaction }) =>
    id === undefined && transaction === undefined
      ? 'names neither txid nor transaction'
      : undefined,
)
export const stacksSignatureResult: Shape<StacksSignatureResult> = fields<StacksSignatureResult>({
  signature: text(132, /^(?:0x)?[0-9a-f]{130}$/i),
  publicKey,
})

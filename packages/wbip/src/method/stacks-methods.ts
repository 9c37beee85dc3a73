import { clarityBufferBytes } from '@latchkey/protocol'
import {
  assetName,
  clarityValue,
  contractId,
  hexBytes,
  identifierName,
  memoText,
  nameOfContract,
  stacksAddress,
  stacksPrincipal,
  stacksTransaction,
} from '../encoding/limited.ts'
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

/** Fields that all requests for a Stacks transaction have. */
export interface StacksCommon {
  readonly address?: string | undefined
  readonly network?: string | undefined
  /** Fee of the transaction, in micro-STX. */
  readonly fee?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly sponsored?: boolean | undefined
  /** Post-conditions of the transaction, serialised, in hex. */
  readonly postConditions?: readonly string[] | undefined
  readonly postConditionMode?: 'allow' | 'deny' | undefined
}
export interface TransferStxParams extends StacksCommon {
  readonly recipient: string
  /** Amount to send, in micro-STX. */
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
  /** Id of the collectible: a serialised Clarity value, in hex. */
  readonly assetId: string
}
export interface CallContractParams extends StacksCommon {
  readonly contract: string
  readonly functionName: string
  /** Arguments of the function: serialised Clarity values, in hex. */
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
  /** The message to sign and its domain, both as serialised Clarity values in hex. */
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

const publicKey = boundedText(66, /^0[23][0-9a-f]{64}$/i)
const common = {
  address: orAbsent(stacksAddress),
  network: orAbsent(boundedText(64, /^[\w-]+$/)),
  fee: orAbsent(baseUnits(0n)),
  nonce: orAbsent(baseUnits(0n)),
  sponsored: orAbsent(trueOrFalse),
  postConditions: orAbsent(listOf(hexBytes, 0, 255)),
  postConditionMode: orAbsent(oneOf(['allow', 'deny'])),
} as const

export const transferStxParams: Shape<TransferStxParams> = objectOf<TransferStxParams>({
  ...common,
  recipient: stacksPrincipal,
  amount: baseUnits(1n),
  memo: orAbsent(memoText),
})
export const transferFtParams: Shape<TransferFtParams> = objectOf<TransferFtParams>({
  ...common,
  recipient: stacksPrincipal,
  asset: assetName,
  amount: baseUnits(1n),
})
export const transferNftParams: Shape<TransferNftParams> = objectOf<TransferNftParams>({
  ...common,
  recipient: stacksPrincipal,
  asset: assetName,
  assetId: clarityValue,
})
export const callContractParams: Shape<CallContractParams> = objectOf<CallContractParams>({
  ...common,
  contract: contractId,
  functionName: identifierName,
  functionArgs: orAbsent(listOf(clarityValue, 0, 255)),
})
export const deployContractParams: Shape<DeployContractParams> = objectOf<DeployContractParams>({
  ...common,
  name: nameOfContract,
  clarityCode: boundedText(clarityBufferBytes),
  clarityVersion: orAbsent(wholeNumber(1, 255)),
})
export const signTransactionParams: Shape<SignTransactionParams> = objectOf<SignTransactionParams>({
  transaction: stacksTransaction,
  broadcast: orAbsent(trueOrFalse),
  pubkey: orAbsent(publicKey),
})
export const stacksMessageParams: Shape<StacksMessageParams> = objectOf<StacksMessageParams>({
  message: anyText(clarityBufferBytes),
  publicKey: orAbsent(publicKey),
})
export const structuredMessageParams: Shape<StructuredMessageParams> =
  objectOf<StructuredMessageParams>({
    message: clarityValue,
    // The domain of a structured message must be a tuple, because SIP-018 hashes its name, version
    // and chain id.
    domain: narrowShape(clarityValue, (hex) =>
      /^(?:0x)?0c/i.test(hex) ? undefined : 'is no tuple',
    ),
  })

const txid = boundedText(66, /^(?:0x)?[0-9a-f]{64}$/i)
const txidOrTransaction: Shape<StacksTransactionResult> = objectOf<StacksTransactionResult>({
  txid: orAbsent(txid),
  transaction: orAbsent(hexBytes),
})
export const stacksTransactionResult: Shape<StacksTransactionResult> = narrowShape(
  txidOrTransaction,
  ({ txid: id, transaction }) =>
    id === undefined && transaction === undefined
      ? 'names neither txid nor transaction'
      : undefined,
)
export const stacksSignatureResult: Shape<StacksSignatureResult> = objectOf<StacksSignatureResult>({
  signature: boundedText(132, /^(?:0x)?[0-9a-f]{130}$/i),
  publicKey,
})

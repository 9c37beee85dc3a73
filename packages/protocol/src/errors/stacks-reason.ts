import type { ErrorCode } from './error-code.ts'

/**
 * Returns the error code for the `reason` with which a Stacks node rejects a transaction:
 * `BadNonce` → `stacks-bad-nonce`.
 */
export function codeOfStacksReason(reason: unknown): ErrorCode | undefined {
  return typeof reason === 'string' && stacksReasons.includes(reason)
    ? (`stacks-${reason.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}` as ErrorCode)
    : undefined
}

const stacksReasons: readonly string[] = [
  'Serialization',
  'Deserialization',
  'SignatureValidation',
  'FeeTooLow',
  'BadNonce',
  'NotEnoughFunds',
  'NoSuchContract',
  'NoSuchPublicFunction',
  'BadFunctionArgument',
  'ContractAlreadyExists',
  'PoisonMicroblocksDoNotConflict',
  'PoisonMicroblockHasUnknownPubKeyHash',
  'PoisonMicroblockIsInvalid',
  'BadAddressVersionByte',
  'NoCoinbaseViaMempool',
  'ServerFailureNoSuchChainTip',
  'ServerFailureDatabase',
  'ServerFailureOther',
]

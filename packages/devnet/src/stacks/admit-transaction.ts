import {
  type AddressVersion,
  AuthType,
  addressFromVersionHash,
  addressToString,
  type ClarityAbi,
  type ClarityValue,
  deserializeTransaction,
  PayloadType,
  type StacksTransactionWire,
  validateContractCall,
} from '@stacks/transactions'
import type { Simulator, Step } from './simulator.ts'
import { stacksDevnetChainId } from './stacks-chain.ts'

/** A node's reason to refuse a transaction. */
export interface Rejection {
  readonly reason: string
  readonly reason_data?: unknown
}
const testVersion = 0x80
const testSingleSig = 26
const testMultiSig = 21

/** A signed transaction, decoded and checked, that the node may queue. */
export interface SignedTransaction {
  readonly id: string
  readonly origin: string
  readonly nonce: bigint
  readonly fee: bigint
  readonly wire: StacksTransactionWire
  readonly step: Step
}

/**
 * Decodes a signed transaction and checks whether a node would accept it; the nonce is checked
 * later. Throws a `Rejection`.
 */
export function admitTransaction(bytes: Uint8Array, simulator: Simulator): SignedTransaction {
  const wire = decodeOrRefuse('Deserialization', () => deserializeTransaction(bytes))
  const { auth, payload } = wire
  if (Number(wire.chainId) !== stacksDevnetChainId)
    refuseTransaction('SignatureValidation', 'another chain id')
  if (Number(wire.transactionVersion) !== testVersion)
    refuseTransaction('SignatureValidation', 'another version of transactions')
  if (auth.authType !== AuthType.Standard)
    refuseTransaction('ServerFailureOther', 'this devnet takes no sponsored transactions')
  decodeOrRefuse('SignatureValidation', () => wire.verifyOrigin())
  const { spendingCondition } = auth
  const version = (
    'signature' in spendingCondition ? testSingleSig : testMultiSig
  ) as AddressVersion
  const origin = addressToString(addressFromVersionHash(version, spendingCondition.signer))
  const [fee, nonce] = [BigInt(spendingCondition.fee), BigInt(spendingCondition.nonce)]
  if (fee < BigInt(bytes.length))
    throw {
      reason: 'FeeTooLow',
      reason_data: { expected: bytes.length, actual: Number(fee) },
    } satisfies Rejection
  const step = stepOfPayload(wire, origin, simulator)
  const totalSpent = fee + (step.kind === 'pay' ? step.amount : 0n)
  const stxBalance = simulator.stx(origin)
  if (totalSpent > stxBalance) {
    const [expected, actual] = [totalSpent, stxBalance].map(
      (amount) => `0x${amount.toString(16).padStart(32, '0')}`,
    )
    throw { reason: 'NotEnoughFunds', reason_data: { expected, actual } } satisfies Rejection
  }
  if (payload.payloadType === PayloadType.TokenTransfer && origin === payload.recipient.value)
    refuseTransaction('ServerFailureOther', 'the sender is the recipient')
  return { id: `0x${wire.txid().replace(/^0x/, '')}`, origin, nonce, fee, wire, step }
}

function stepOfPayload(
  { payload }: StacksTransactionWire,
  sender: string,
  simulator: Simulator,
): Step {
  switch (payload.payloadType) {
    case PayloadType.TokenTransfer: {
      const recipient = payload.recipient.value
      if (!isOfTestNetwork(recipient)) throw { reason: 'BadAddressVersionByte' } satisfies Rejection
      return { kind: 'pay', sender, recipient, amount: BigInt(payload.amount) }
    }
    case PayloadType.ContractCall: {
      const contract = `${addressToString(payload.contractAddress)}.${payload.contractName.content}`
      const name = payload.functionName.content
      const contractInterface = simulator.interfaceOf(contract)
      if (!contractInterface) throw { reason: 'NoSuchContract' } satisfies Rejection
      if (
        !contractInterface.functions.some(
          (contractFunction) =>
            contractFunction.name === name && contractFunction.access === 'public',
        )
      )
        throw { reason: 'NoSuchPublicFunction' } satisfies Rejection
      decodeOrRefuse('BadFunctionArgument', () =>
        validateContractCall(payload, contractInterface as unknown as ClarityAbi),
      )
      return { kind: 'call', sender, contract, name, args: payload.functionArgs as ClarityValue[] }
    }
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract: {
      const name = payload.contractName.content
      if (simulator.sourceOf(`${sender}.${name}`) !== undefined)
        throw {
          reason: 'ContractAlreadyExists',
          reason_data: { contract_identifier: `${sender}.${name}` },
        } satisfies Rejection
      const version = 'clarityVersion' in payload ? Number(payload.clarityVersion) : 3
      return { kind: 'deploy', sender, name, code: payload.codeBody.content, version }
    }
    case PayloadType.PoisonMicroblock:
      return refuseTransaction('PoisonMicroblockIsInvalid', 'there are none any more')
    default:
      return refuseTransaction(
        'NoCoinbaseViaMempool',
        'coinbase and tenure changes come from miners',
      )
  }
}

const isOfTestNetwork = (principal: string) => /^S[TN]/.test(principal)

function decodeOrRefuse<T>(reason: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    return refuseTransaction(reason, error instanceof Error ? error.message : String(error))
  }
}

function refuseTransaction(reason: string, message: string): never {
  throw { reason, reason_data: { message } } satisfies Rejection
}

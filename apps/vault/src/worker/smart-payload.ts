import { LatchkeyError } from '@latchkey/protocol'
import { entryPoint } from '@latchkey/protocol/vault'
import { hexToBigInt, hexToBytes, type TypedDataDefinition, toPrefixedMessage } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { serializeErc6492Signature } from 'viem/utils'
import { encodeCreateAccount } from '../decode/evm/abi-calls.ts'
import { readOperation } from '../decode/evm/read-operation.ts'
import { readBatchTransaction, readDelegationEnd } from '../decode/evm/read-own-transaction.ts'
import type { BatchTransaction, UserOperation } from '../decode/evm/smart-forms.ts'
import type { EvmPayload } from '../keys/sign-evm.ts'
import { smartAddress, smartSalt } from '../keys/smart-address.ts'
import { nestedTypes, readSignedMessage, readTypedData } from './evm-payload.ts'
import { nestTyped, wrapNested } from './nested-typed.ts'
import type { SignInput } from './sign-input.ts'

type Hex = `0x${string}`

/**
 * What the key signs for a contract account, and the function that makes the account's signature of
 * the key's.
 */
export interface SmartPayload {
  readonly payload: EvmPayload
  readonly answer: (signature: Hex) => string
}

/** Result of signing a user operation: its signature, and its hash by EntryPoint v0.7. */
export interface OperationSigned {
  readonly signature: string
  readonly hash: string
}

type SmartInput = NonNullable<SignInput['smart']>

/**
 * Makes the signing data for an approved request of the contract account: the hash of a user
 * operation, or a message that names the account (ERC-7739), whose signature is wrapped while the
 * account is not deployed (ERC-6492).
 * @param owner - address of the key's own account, derived from the key by the worker
 * @throws LatchkeyError `rpc-invalid-params` for any request that is not this account's
 */
export function contractPayload(input: SignInput, smart: SmartInput, owner: string): SmartPayload {
  const { request, contract } = input
  const account = smartAddress(smart, owner)
  const chainId = Number(request.chain.slice('eip155:'.length))
  if (!contract) throw invalidParams('no name of the contract')
  const { name, version, isDeployed } = contract
  const verifierDomain = { name, version, chainId, verifyingContract: account as Hex }
  const wrapSignature = (signature: Hex): string =>
    isDeployed
      ? signature
      : serializeErc6492Signature({
          address: smart.factory as Hex,
          data: encodeCreateAccount(owner, smartSalt(owner)) as Hex,
          signature,
        })
  if (request.method === 'personal_sign') {
    const prefixedMessage = toPrefixedMessage({ raw: readSignedMessage(request.params, account) })
    const types = { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] }
    const typedData = {
      domain: verifierDomain,
      types,
      primaryType: 'PersonalSign',
      message: { prefixed: prefixedMessage },
    }
    return {
      payload: { kind: 'typed', typed: typedData as TypedDataDefinition },
      answer: wrapSignature,
    }
  }
  if (request.method !== 'eth_signTypedData_v4') throw invalidParams(request.method)
  const typedData = readTypedData(request.params, chainId, account)
  if (Object.keys(typedData.types).some((type) => nestedTypes.has(type)))
    throw invalidParams('typed data of a contract account')
  return {
    payload: {
      kind: 'typed',
      typed: nestTyped(typedData, { ...verifierDomain, salt: `0x${'0'.repeat(64)}` }),
    },
    answer: (signature) => wrapSignature(wrapNested(typedData, signature)),
  }
}

/**
 * Makes the signing data for an approved user operation: the hash that the account checks, signed
 * as a message.
 */
export function operationPayload(
  input: SignInput,
  smart: SmartInput,
  owner: string,
): { readonly hash: Hex; readonly payload: EvmPayload } {
  const { request } = input
  const approvalRequest = {
    ...request,
    account: smartAddress(smart, owner),
    site: '',
    now: 0,
    smart: { ...smart, owner },
  }
  if (readOperation(approvalRequest).kind === 'unreadable')
    throw invalidParams('not an operation of this account')
  const [operation] = request.params as readonly [UserOperation]
  const hash = getUserOperationHash({
    chainId: Number(request.chain.slice('eip155:'.length)),
    entryPointAddress: entryPoint,
    entryPointVersion: '0.7',
    userOperation: { ...numericOperation(operation), signature: '0x' },
  })
  return { hash, payload: { kind: 'message', message: hexToBytes(hash) } }
}

/**
 * Makes the signing data for an approved batch of the wallet's EOA: a transaction to itself, with
 * the authorisation that was shown, or none.
 */
export function batchPayload(input: SignInput, smart: SmartInput, owner: string): EvmPayload {
  const { request } = input
  const approvalRequest = {
    ...request,
    account: owner,
    site: '',
    now: 0,
    smart: { ...smart, owner },
  }
  if (readBatchTransaction(approvalRequest).kind === 'unreadable')
    throw invalidParams('not a batch of this account')
  return payloadOfTransaction(request.params as readonly [BatchTransaction])
}

/**
 * Makes the signing data for the end of an EOA's delegation: one authorisation of the zero address,
 * and nothing else.
 */
export function endingPayload(input: SignInput, owner: string): EvmPayload {
  const { request, smart } = input
  const approvalRequest = {
    ...request,
    account: owner,
    site: '',
    now: 0,
    ...(smart && { smart: { ...smart, owner } }),
  }
  if (readDelegationEnd(approvalRequest).kind === 'unreadable')
    throw invalidParams('not the end of a delegation of this account')
  return payloadOfTransaction(request.params as readonly [BatchTransaction])
}

function payloadOfTransaction([tx]: readonly [BatchTransaction]): EvmPayload {
  const chainId = Number(hexToBigInt(tx.chainId as Hex))
  const [given] = tx.authorizationList ?? []
  const sharedFields = {
    chainId,
    nonce: Number(tx.nonce),
    gas: BigInt(tx.gas),
    value: 0n,
    to: tx.to as Hex,
    data: tx.data as Hex,
    maxFeePerGas: BigInt(tx.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(tx.maxPriorityFeePerGas),
  }
  if (!given) return { kind: 'transaction', transaction: { ...sharedFields, type: 'eip1559' } }
  return {
    kind: 'transaction',
    transaction: { ...sharedFields, type: 'eip7702', authorizationList: [] },
    authorization: {
      address: given.address as Hex,
      chainId: Number(given.chainId),
      nonce: Number(given.nonce),
    },
  }
}

function numericOperation(operation: UserOperation) {
  const { sender, callData, factory, factoryData, paymaster, paymasterData } = operation
  return {
    sender: sender as Hex,
    callData: callData as Hex,
    nonce: BigInt(operation.nonce),
    callGasLimit: BigInt(operation.callGasLimit),
    verificationGasLimit: BigInt(operation.verificationGasLimit),
    preVerificationGas: BigInt(operation.preVerificationGas),
    maxFeePerGas: BigInt(operation.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
    ...(factory && { factory: factory as Hex, factoryData: factoryData as Hex }),
    ...(paymaster && {
      paymaster: paymaster as Hex,
      paymasterData: paymasterData as Hex,
      paymasterVerificationGasLimit: BigInt(operation.paymasterVerificationGasLimit ?? 0),
      paymasterPostOpGasLimit: BigInt(operation.paymasterPostOpGasLimit ?? 0),
    }),
  }
}

function invalidParams(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason })
}

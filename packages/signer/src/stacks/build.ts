import {
  Cl,
  type ClarityValue,
  estimateTransactionByteLength,
  hexToCV,
  isClarityName,
  makeUnsignedContractCall,
  makeUnsignedContractDeploy,
  makeUnsignedSTXTokenTransfer,
  Pc,
  PostConditionMode,
  type StacksTransactionWire,
} from '@stacks/transactions'
import { fromHex, invalidParams, readAmount, requireText, toHex } from '../family/bytes.ts'
import type { StacksAccount } from './accounts.ts'

type Params = Readonly<Record<string, unknown>>

const maxArguments = 50

/** The local Stacks chain: it has its own chain id, and addresses of test networks. */
export const localStacks = {
  chainId: 0x80808080,
  transactionVersion: 0x80,
  peerNetworkId: 0x80808080,
  magicBytes: 'id',
  bootAddress: 'ST000000000000000000002AMW42H',
  addressVersion: { singleSig: 26, multiSig: 21 },
  client: { baseUrl: 'http://localhost' },
} as const

/** Builds the transaction of a stx_transferStx request. Errors: -32602. */
export function buildTransfer(
  account: StacksAccount,
  params: Params,
): Promise<StacksTransactionWire> {
  const memo = params.memo === undefined ? '' : requireText(params.memo, 'memo')
  const transferOptions = {
    recipient: readPrincipal(params.recipient),
    amount: readAmount(params.amount, 'amount'),
    memo,
  }
  return makeUnsignedSTXTokenTransfer({ ...baseOptionsOf(account), ...transferOptions })
}

/** Builds the transaction of a stx_callContract request. Errors: -32602. */
export function buildCall(account: StacksAccount, params: Params): Promise<StacksTransactionWire> {
  const argumentList = params.functionArgs ?? params.arguments ?? []
  if (!Array.isArray(argumentList) || argumentList.length > maxArguments)
    throw invalidParams('functionArgs must be a list')
  const { address, name } = parseContract(params.contract)
  const functionName = requireName(params.functionName, 'functionName')
  const call = {
    contractAddress: address,
    contractName: name,
    functionName,
    functionArgs: argumentList.map(readClarity),
  }
  return makeUnsignedContractCall({
    ...baseOptionsOf(account),
    ...call,
    ...readPostConditions(params),
  })
}

/**
 * Builds the transaction of a stx_transferSip10Ft request: SIP-10's `transfer`, with a
 * post-condition on the exact amount. Errors: -32602.
 */
export function buildTokenTransfer(
  account: StacksAccount,
  params: Params,
): Promise<StacksTransactionWire> {
  const { address, name, token } = parseContract(params.asset)
  const amount = readAmount(params.amount, 'amount')
  const memo =
    params.memo === undefined
      ? Cl.none()
      : Cl.some(Cl.bufferFromUtf8(requireText(params.memo, 'memo', 34)))
  const postCondition = token
    ? {
        postConditions: [
          Pc.principal(account.address).willSendEq(amount).ft(`${address}.${name}`, token),
        ],
      }
    : {}
  return makeUnsignedContractCall({
    ...baseOptionsOf(account),
    contractAddress: address,
    contractName: name,
    functionName: 'transfer',
    functionArgs: [
      Cl.uint(amount),
      Cl.principal(account.address),
      Cl.principal(readPrincipal(params.recipient)),
      memo,
    ],
    ...postCondition,
    ...readPostConditions(params),
  })
}

/** Builds the transaction of a stx_transferSip9Nft request: SIP-9's `transfer`. Errors: -32602. */
export function buildItemTransfer(
  account: StacksAccount,
  params: Params,
): Promise<StacksTransactionWire> {
  const { address, name, token } = parseContract(params.asset)
  const { assetId } = params
  // The id of a collectible is a decimal number or a Clarity value in hex. Even a hex text of
  // digits only cannot be taken for a number: a serialised uint begins with 01, and a decimal
  // number has no leading zero.
  const isNumber = typeof assetId !== 'string' || /^(0|[1-9]\d{0,38})$/.test(assetId)
  const id = isNumber ? Cl.uint(readAmount(assetId, 'assetId')) : readClarity(assetId)
  const postCondition = token
    ? {
        postConditions: [
          Pc.principal(account.address).willSendAsset().nft(`${address}.${name}`, token, id),
        ],
      }
    : {}
  return makeUnsignedContractCall({
    ...baseOptionsOf(account),
    contractAddress: address,
    contractName: name,
    functionName: 'transfer',
    functionArgs: [
      id,
      Cl.principal(account.address),
      Cl.principal(readPrincipal(params.recipient)),
    ],
    ...postCondition,
    ...readPostConditions(params),
  })
}

/** Builds the transaction of a stx_deployContract request. Errors: -32602. */
export function buildDeploy(
  account: StacksAccount,
  params: Params,
): Promise<StacksTransactionWire> {
  const version = params.clarityVersion === undefined ? undefined : Number(params.clarityVersion)
  if (version !== undefined && ![1, 2, 3, 4].includes(version))
    throw invalidParams('clarityVersion is not known')
  return makeUnsignedContractDeploy({
    ...baseOptionsOf(account),
    contractName: requireName(params.name, 'name'),
    codeBody: requireText(params.clarityCode, 'clarityCode'),
    ...(version !== undefined && { clarityVersion: version }),
    ...readPostConditions(params),
  })
}

/** Reads a Clarity value in hex. Errors: -32602. */
export function readClarity(value: unknown): ClarityValue {
  try {
    return hexToCV(toHex(fromHex(value, 'A Clarity value', 1_100_000)))
  } catch {
    throw invalidParams('A Clarity value must be hex of its serialisation')
  }
}

/** Length of the signed transaction in bytes. */
export function transactionLengthOf(transaction: StacksTransactionWire): number {
  return estimateTransactionByteLength(transaction)
}

function baseOptionsOf({ publicKey }: StacksAccount) {
  return { publicKey, fee: 0, nonce: 0, network: localStacks }
}

function readPostConditions({ postConditions, postConditionMode }: Params) {
  if (
    postConditions !== undefined &&
    (!Array.isArray(postConditions) || postConditions.length > 50)
  )
    throw invalidParams('postConditions must be a list')
  const list = postConditions?.map((item: unknown) =>
    toHex(fromHex(item, 'A post-condition', 10_000)),
  )
  const conditionMode = { allow: PostConditionMode.Allow, deny: PostConditionMode.Deny }[
    String(postConditionMode)
  ]
  return {
    ...(list && { postConditions: list }),
    ...(conditionMode !== undefined && { postConditionMode: conditionMode }),
  }
}

function readPrincipal(value: unknown): string {
  const text = requireText(value, 'recipient', 200)
  try {
    Cl.principal(text)
    return text
  } catch {
    throw invalidParams('recipient is no address of Stacks')
  }
}

function parseContract(value: unknown): { address: string; name: string; token?: string } {
  const [contract = '', token] = requireText(value, 'contract', 400).split('::')
  const [address = '', name = '', ...extraParts] = contract.split('.')
  if (extraParts.length > 0 || !isClarityName(name))
    throw invalidParams('contract must be ADDRESS.name')
  return {
    address: readPrincipal(address),
    name,
    ...(token !== undefined && { token: requireName(token, 'token') }),
  }
}

function requireName(value: unknown, name: string): string {
  const text = requireText(value, name, 128)
  if (!isClarityName(text)) throw invalidParams(`${name} is no name of Clarity`)
  return text
}

import { warningsOfStep } from '../evm/call.ts'
import { uniqueWarnings } from '../evm/transaction.ts'
import { readMessage } from '../message.ts'
import type { ApprovalRequest, Reading, Step, Warning } from '../reading.ts'
import { base64Bytes, hexOfBytes, isRecord, listOf, ownField, rawText } from '../shapes.ts'
import { decodeBase58 } from './base58.ts'
import { nonceAccountOf, readInstruction } from './instruction.ts'
import type { SolanaMessage } from './message.ts'
import { readSignable } from './offchain.ts'
import { maxWireSize, readWire } from './wire.ts'

const maxTransactions = 32
const feePerSignature = 5_000n
const defaultComputeUnits = 200_000
const maxComputeUnits = 1_400_000

/** Reads the methods that a page may call on Solana: one transaction, several, or a message. */
export function readSolana(request: ApprovalRequest): Reading | null {
  const params = isRecord(request.params) ? request.params : null
  const payer = params ? ownField(params, 'pubkey') : undefined
  const refuseRequest = (reason: 'shape' | 'account' | 'message' = 'shape'): Reading => ({
    kind: 'unreadable',
    reason,
    raw: rawText(request.params),
  })
  if (!params) return refuseRequest()
  if (payer !== undefined && payer !== request.account) return refuseRequest('account')
  if (request.method === 'solana_signMessage') {
    const bytes = decodeBase58(ownField(params, 'message'), 32_768)
    if (!bytes) return refuseRequest()
    const signable = readSignable(bytes)
    if (!signable) return refuseRequest('message')
    if (signable.signers && !signable.signers.includes(request.account))
      return refuseRequest('account')
    const reading = readMessage(request, signable.content)
    return 'bytes' in reading ? { ...reading, bytes: hexOfBytes(bytes) } : reading
  }
  if (request.method === 'solana_signAllTransactions') {
    const list = listOf(ownField(params, 'transactions'), maxTransactions)
    return list && list.length > 0 ? readTransactions(request, list, true) : refuseRequest()
  }
  if (
    request.method === 'solana_signTransaction' ||
    request.method === 'solana_signAndSendTransaction'
  )
    return readTransactions(
      request,
      [ownField(params, 'transaction')],
      request.method === 'solana_signTransaction',
    )
  return null
}

/** The transactions in a request; those that cannot be read are left out. */
export function solanaMessages({ method, params }: ApprovalRequest): readonly SolanaMessage[] {
  if (!isRecord(params)) return []
  const isBatch = method === 'solana_signAllTransactions'
  const list = isBatch
    ? listOf(ownField(params, 'transactions'), maxTransactions)
    : [ownField(params, 'transaction')]
  return (list ?? []).flatMap((item) => {
    const bytes = base64Bytes(item, maxWireSize)
    return (bytes && readWire(bytes)?.message) ?? []
  })
}

function readTransactions(
  request: ApprovalRequest,
  list: readonly unknown[],
  isSentByPage: boolean,
): Reading {
  const explainedMessages: { steps: readonly Step[]; warnings: readonly Warning[]; fee: bigint }[] =
    []
  for (const item of list) {
    const bytes = base64Bytes(item, maxWireSize)
    const message = bytes && readWire(bytes)?.message
    if (!message) return { kind: 'unreadable', reason: 'shape', raw: rawText(request.params) }
    if (!message.signers.includes(request.account))
      return { kind: 'unreadable', reason: 'account', raw: rawText(request.params) }
    explainedMessages.push(explainMessage(message, request.account))
  }
  return {
    kind: 'transaction',
    steps: explainedMessages.flatMap(({ steps }) => steps),
    warnings: uniqueWarnings(explainedMessages.flatMap(({ warnings }) => warnings)),
    fee: explainedMessages.reduce((sum, { fee }) => sum + fee, 0n),
    ...(isSentByPage && { isSentByPage }),
    ...(explainedMessages.length > 1 && { batch: 'one-by-one' as const }),
  }
}

function explainMessage(
  message: SolanaMessage,
  account: string,
): { steps: readonly Step[]; warnings: readonly Warning[]; fee: bigint } {
  const hasNonceAccount = nonceAccountOf(message) !== undefined
  const decodedInstructions = message.instructions
    .slice(hasNonceAccount ? 1 : 0)
    .map(readInstruction)
  const steps = decodedInstructions.flatMap((instruction) => instruction.steps)
  const { budget } = message
  const statedUnits =
    budget?.units ?? decodedInstructions.find(({ units }) => units !== undefined)?.units
  const request = statedUnits ?? defaultComputeUnits * message.instructions.length
  const computeUnits = BigInt(Math.min(request, maxComputeUnits))
  const price =
    decodedInstructions.find((instruction) => instruction.price !== undefined)?.price ?? 0n
  const isPaidByOther = message.payer !== account
  const priority = (computeUnits * price + 999_999n) / 1_000_000n + (budget?.priority ?? 0n)
  const fee = BigInt(message.signers.length) * feePerSignature + priority
  return {
    steps,
    warnings: [
      ...steps.flatMap(warningsOfStep),
      ...(message.hasTables ? (['lookup-tables'] as const) : []),
      ...(isPaidByOther ? (['other-payer'] as const) : []),
      ...(hasNonceAccount ? (['no-expiry'] as const) : []),
    ],
    fee: isPaidByOther ? 0n : fee,
  }
}

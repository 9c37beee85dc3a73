import { warningsOf } from '../evm/call.ts'
import { uniqueWarnings } from '../evm/transaction.ts'
import { readMessage } from '../message.ts'
import type { ApprovalRequest, Reading, Step, Warning } from '../reading.ts'
import { base64Bytes, hexOf, isRecord, listOf, ownField, rawText } from '../shapes.ts'
import { base58Bytes } from './base58.ts'
import { nonceAccountOf, readInstruction } from './instruction.ts'
import type { SolanaMessage } from './message.ts'
import { readSignable } from './offchain.ts'
import { largestWire, readWire } from './wire.ts'

const mostTransactions = 32
const perSignature = 5_000n
const defaultUnits = 200_000
const mostUnits = 1_400_000

/** Reads the methods that a page may call on Solana: one transaction, several, or a message. */
export function readSolana(asked: ApprovalRequest): Reading | null {
  const params = isRecord(asked.params) ? asked.params : null
  const payer = params ? ownField(params, 'pubkey') : undefined
  const refuseRequest = (reason: 'shape' | 'account' | 'message' = 'shape'): Reading => ({
    kind: 'unreadable',
    reason,
    raw: rawText(asked.params),
  })
  if (!params) return refuseRequest()
  if (payer !== undefined && payer !== asked.account) return refuseRequest('account')
  if (asked.method === 'solana_signMessage') {
    const bytes = base58Bytes(ownField(params, 'message'), 32_768)
    if (!bytes) return refuseRequest()
    const said = readSignable(bytes)
    if (!said) return refuseRequest('message')
    if (said.signers && !said.signers.includes(asked.account)) return refuseRequest('account')
    const reading = readMessage(asked, said.content)
    return 'bytes' in reading ? { ...reading, bytes: hexOf(bytes) } : reading
  }
  if (asked.method === 'solana_signAllTransactions') {
    const list = listOf(ownField(params, 'transactions'), mostTransactions)
    return list && list.length > 0 ? readAll(asked, list, true) : refuseRequest()
  }
  if (asked.method === 'solana_signTransaction' || asked.method === 'solana_signAndSendTransaction')
    return readAll(
      asked,
      [ownField(params, 'transaction')],
      asked.method === 'solana_signTransaction',
    )
  return null
}

/** The transactions of a request that can be read. */
export function solanaMessages({ method, params }: ApprovalRequest): readonly SolanaMessage[] {
  if (!isRecord(params)) return []
  const isSeveral = method === 'solana_signAllTransactions'
  const list = isSeveral
    ? listOf(ownField(params, 'transactions'), mostTransactions)
    : [ownField(params, 'transaction')]
  return (list ?? []).flatMap((item) => {
    const bytes = base64Bytes(item, largestWire)
    return (bytes && readWire(bytes)?.message) ?? []
  })
}

function readAll(asked: ApprovalRequest, list: readonly unknown[], isSentByPage: boolean): Reading {
  const read: { steps: readonly Step[]; warnings: readonly Warning[]; fee: bigint }[] = []
  for (const item of list) {
    const bytes = base64Bytes(item, largestWire)
    const message = bytes && readWire(bytes)?.message
    if (!message) return { kind: 'unreadable', reason: 'shape', raw: rawText(asked.params) }
    if (!message.signers.includes(asked.account))
      return { kind: 'unreadable', reason: 'account', raw: rawText(asked.params) }
    read.push(explainMessage(message, asked.account))
  }
  return {
    kind: 'transaction',
    steps: read.flatMap(({ steps }) => steps),
    warnings: uniqueWarnings(read.flatMap(({ warnings }) => warnings)),
    fee: read.reduce((sum, { fee }) => sum + fee, 0n),
    ...(isSentByPage && { isSentByPage }),
    ...(read.length > 1 && { batch: 'one-by-one' as const }),
  }
}

function explainMessage(
  message: SolanaMessage,
  account: string,
): { steps: readonly Step[]; warnings: readonly Warning[]; fee: bigint } {
  const isDurable = nonceAccountOf(message) !== undefined
  const parts = message.instructions.slice(isDurable ? 1 : 0).map(readInstruction)
  const steps = parts.flatMap((part) => part.steps)
  const { budget } = message
  const named = budget?.units ?? parts.find(({ units }) => units !== undefined)?.units
  const asked = named ?? defaultUnits * message.instructions.length
  const units = BigInt(Math.min(asked, mostUnits))
  const price = parts.find((part) => part.price !== undefined)?.price ?? 0n
  const isPaidByOther = message.payer !== account
  const priority = (units * price + 999_999n) / 1_000_000n + (budget?.priority ?? 0n)
  const fee = BigInt(message.signers.length) * perSignature + priority
  return {
    steps,
    warnings: [
      ...steps.flatMap(warningsOf),
      ...(message.hasTables ? (['lookup-tables'] as const) : []),
      ...(isPaidByOther ? (['other-payer'] as const) : []),
      ...(isDurable ? (['no-expiry'] as const) : []),
    ],
    fee: isPaidByOther ? 0n : fee,
  }
}

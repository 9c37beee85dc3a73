import type { AssetId } from '@latchkey/protocol'
import { isRecord } from '../../base/is-record.ts'
import type { Unit } from '../shared/listed-units.ts'
import type { AccountTransaction, Movement } from '../shared/movement.ts'
import { readAmount } from '../shared/read-amount.ts'

interface Output {
  /** Address that receives the output; absent when its script has no address. */
  readonly address: string | undefined
  readonly value: bigint
}

/**
 * Maximum number of receivers that are listed one by one; a payment to more is shown as one sum.
 */
const maxReceivers = 20
const maxEntries = 100_000

/** Reads an Esplora transaction as seen from an address; undefined for malformed data. */
export function readBitcoinTransaction(
  value: unknown,
  account: string,
  coin: { readonly asset: AssetId; readonly unit: Unit },
): Omit<AccountTransaction, 'place'> | undefined {
  const { txid: hash, fee: reportedFee, vin, vout, status } = isRecord(value) ? value : {}
  if (typeof hash !== 'string' || !/^[\da-f]{64}$/.test(hash) || !isRecord(status)) return undefined
  const inputs = readOutputs(vin, (entry) =>
    isRecord(entry) && entry.is_coinbase === true ? null : isRecord(entry) && entry.prevout,
  )
  const outputs = readOutputs(vout, (entry) => entry)
  const fee = readAmount(reportedFee)
  if (!inputs || !outputs || fee === undefined) return undefined
  const isOwn = ({ address }: Output): boolean => address === account
  const sumOutputs = (list: readonly Output[]): bigint =>
    list.reduce((total, { value: amount }) => total + amount, 0n)
  const [given, kept] = [sumOutputs(inputs.filter(isOwn)), sumOutputs(outputs.filter(isOwn))]
  const isPayer = inputs.length > 0 && inputs.every(isOwn)
  const foreignOutputs = outputs.filter((one) => !isOwn(one) && one.value > 0n)
  const makeMovement = (
    direction: Movement['direction'],
    amount: bigint,
    counterparty: string | null,
  ): Movement => ({
    ...coin,
    direction,
    amount,
    counterparty,
  })
  const payer = inputs.find((input) => !isOwn(input))?.address ?? null
  const netAmount = kept - given
  const listPayments = (): readonly Movement[] => {
    if (foreignOutputs.length > maxReceivers)
      return [makeMovement('out', sumOutputs(foreignOutputs), null)]
    if (foreignOutputs.length > 0)
      return foreignOutputs.map(({ address, value: amount }) =>
        makeMovement('out', amount, address ?? null),
      )
    return kept > 0n ? [makeMovement('self', kept, account)] : []
  }
  const listNetMovements = (): readonly Movement[] => {
    if (netAmount === 0n) return []
    if (netAmount > 0n) return [makeMovement('in', netAmount, payer)]
    return [makeMovement('out', -netAmount, foreignOutputs[0]?.address ?? null)]
  }
  const movements = isPayer ? listPayments() : listNetMovements()
  const [first] = movements
  const operation = nameOperation(first)
  const { confirmed, block_height: height, block_time: time } = status
  const isMined = confirmed === true && Number.isSafeInteger(height) && Number.isSafeInteger(time)
  return {
    hash,
    // An unconfirmed transaction has no time of its own, so the present time is used.
    minedAt: isMined ? (time as number) * 1000 : Date.now(),
    status: isMined ? 'confirmed' : 'pending',
    operation,
    sentFrom: operation === 'receive' ? (first?.counterparty ?? '') : account,
    sentTo: operation === 'receive' ? account : (first?.counterparty ?? ''),
    nonce: 0,
    ...(isMined ? { block: String(height) } : {}),
    fee: isPayer ? fee : null,
    movements,
  }
}

function nameOperation(first: Movement | undefined): 'execute' | 'receive' | 'send' {
  if (!first) return 'execute'
  return first.direction === 'in' ? 'receive' : 'send'
}

function readOutputs(
  list: unknown,
  readOutput: (entry: unknown) => unknown,
): readonly Output[] | undefined {
  if (!Array.isArray(list) || list.length > maxEntries) return undefined
  const parsedOutputs = list.map((entry: unknown): Output | undefined => {
    const output = readOutput(entry)
    // An input of a coinbase transaction spends no output.
    if (output === null) return { address: undefined, value: 0n }
    const value = isRecord(output) ? readAmount(output.value) : undefined
    const address = isRecord(output) ? output.scriptpubkey_address : undefined
    const isAddress = typeof address === 'string' && address.length <= 90
    return value === undefined ? undefined : { address: isAddress ? address : undefined, value }
  })
  return parsedOutputs.includes(undefined) ? undefined : (parsedOutputs as Output[])
}

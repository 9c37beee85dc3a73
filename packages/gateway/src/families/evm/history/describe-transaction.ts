import type { HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import { formatUnits, type Hex } from 'viem'
import { computeWorth } from '../../../base/money/compute-worth.ts'
import type { Price } from '../../../ports/price-port.ts'
import type { Movement } from '../index-chain/decode-log.ts'
import { classifyOperation, computeNetChanges } from './classify.ts'
import { describeApprovals } from './describe-approval.ts'
import {
  describeNft,
  findNftFace,
  findTokenFacts,
  findUnit,
  type HistoryContext,
  makeAssetId,
} from './history-context.ts'
import { movementSpam } from './movement-spam.ts'
import type { SeenTransaction } from './seen.ts'

/** Describes a transaction as seen from `account`, in the format of the history answer. */
export function describeTransaction(
  tx: SeenTransaction,
  account: Hex,
  context: HistoryContext,
): HistoryTransaction {
  const operationType = classifyOperation(tx, account)
  // In a trade, transfers of one asset in both directions are summed up, so that each asset of a
  // swap is one row.
  const movements = operationType === 'trade' ? sumMovements(tx.movements, account) : tx.movements
  const spamFlags: boolean[] = []
  const transfers: HistoryTransfer[] =
    operationType === 'approve'
      ? describeApprovals(tx, context)
      : movements.flatMap((one) => {
          const isSpam =
            movementSpam(
              tx,
              one,
              account,
              findTokenFacts(tx, one, context),
              findNftFace(tx, one, context),
            ) !== null
          spamFlags.push(isSpam)
          return describeMovement(tx, one, account, isSpam, context)
        })
  const [sentFrom, sentTo] = findSenderAndReceiver(tx, movements, account, operationType)
  return {
    id: `${tx.chain}:${tx.hash}`,
    metadata: {
      operationType,
      hash: tx.hash,
      minedAt: new Date(tx.minedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      sentFrom,
      sentTo,
      status: tx.isSuccess ? 'confirmed' : 'failed',
      nonce: tx.nonce,
      application: null,
      chain: tx.chain,
      block: String(tx.block),
      fee: tx.from === sentFrom ? String(tx.fee) : null,
      isSpam: spamFlags.length > 0 && spamFlags.every(Boolean),
    },
    transfers,
  }
}

function describeMovement(
  tx: SeenTransaction,
  one: Movement,
  account: Hex,
  isSpam: boolean,
  context: HistoryContext,
): readonly HistoryTransfer[] {
  const asset = makeAssetId(tx.chain, one)
  const commonFields = {
    direction: nameDirection(one, account),
    asset,
    counterparty: one.from === account ? one.to : one.from,
  } as const
  if (one.kind === 'erc721' || one.kind === 'erc1155') {
    const nft_info = describeNft(tx, one, isSpam, context)
    return [
      {
        fungible_info: null,
        nft_info,
        ...commonFields,
        quantity: { numeric: String(one.amount) },
        value: null,
        price: null,
      },
    ]
  }
  const unit = findUnit(tx.chain, one.token, context)
  // When the token's decimals are unknown, no amount is shown, because it would be wrong.
  if (!unit) return []
  const { name, symbol, decimals, iconUrl } = unit
  const numeric = formatUnits(one.amount, decimals)
  const price = isSpam ? undefined : context.priceOf(asset, tx.minedAt)
  return [
    {
      fungible_info: {
        name: name || null,
        symbol: symbol || null,
        icon: iconUrl ? { url: iconUrl } : null,
      },
      nft_info: null,
      ...commonFields,
      quantity: { numeric },
      ...describeWorth(numeric, price),
    },
  ]
}

function nameDirection({ from, to }: Movement, account: Hex): 'in' | 'out' | 'self' {
  if (from !== account) return 'in'
  return to === account ? 'self' : 'out'
}

function describeWorth(
  numeric: string,
  found: Price | undefined,
): Pick<HistoryTransfer, 'value' | 'price'> {
  const text = found && computeWorth(numeric, found.price)
  const [value, price] = [Number(text ?? Number.NaN), Number(found?.price ?? Number.NaN)]
  return Number.isFinite(value) && Number.isFinite(price)
    ? { value, price }
    : { value: null, price: null }
}

function sumMovements(movements: readonly Movement[], account: Hex): readonly Movement[] {
  return computeNetChanges(movements, account)
    .filter(({ amount }) => amount !== 0n)
    .map(({ first, amount }) => ({ ...first, amount: amount < 0n ? -amount : amount }))
}

/**
 * Returns the two addresses shown for a transaction: sender and receiver of a transfer; for other
 * operations the signer and the called contract.
 */
function findSenderAndReceiver(
  { from, to, created }: SeenTransaction,
  movements: readonly Movement[],
  account: Hex,
  operation: string,
): readonly [string, string] {
  const sentMovement = movements.find((one) => one.from === account)
  const receivedMovement = movements.find((one) => one.to === account)
  if ((operation === 'send' || operation === 'burn') && sentMovement)
    return [account, sentMovement.to]
  if ((operation === 'receive' || operation === 'mint') && receivedMovement && !sentMovement)
    return [receivedMovement.from, account]
  return [from, to ?? created ?? '']
}

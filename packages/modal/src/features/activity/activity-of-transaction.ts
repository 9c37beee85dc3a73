import type { Activity, ActivityTransfer, Transaction } from '@latchkey/core'
import { type Asset, addressOf } from '@latchkey/protocol'

const activityKinds = { approve: 'approve', swap: 'trade', page: 'execute' } as const

/** Converts a transaction that was sent through this kit to a row of the history. */
export function activityOfTransaction(transaction: Transaction): Activity {
  const { id, status, chain, from, to, fee, hash, nonce, createdAt, settledAt, purpose } =
    transaction
  const { description } = transaction
  return {
    id: `own ${id}`,
    hash: hash ?? '',
    chain,
    kind: purpose ? activityKinds[purpose] : 'send',
    status: status === 'confirmed' || status === 'failed' ? status : 'pending',
    at: settledAt ?? createdAt,
    from: addressOf(from),
    to,
    nonce: nonce ?? 0,
    isSpam: false,
    ...(fee !== undefined && { fee }),
    ...(description !== undefined && { description }),
    transfers: listTransfers(transaction),
  }
}

function listTransfers(transaction: Transaction): readonly ActivityTransfer[] {
  const { status, from, to, asset, amount, purpose, receives } = transaction
  // For a transaction that the page itself has sent, it is unknown which assets move.
  if (purpose === 'page') return []
  const isSelfTransfer = addressOf(from).toLowerCase() === to.toLowerCase()
  if (purpose === 'approve') return [makeTransfer('self', asset, amount, to)]
  const outgoingTransfer = makeTransfer(isSelfTransfer ? 'self' : 'out', asset, amount, to)
  // The received amount of a confirmed swap is the one that the chain reported, not the quoted one.
  const receivedAmount = status === 'confirmed' ? receives?.received : receives?.amount
  return receives && receivedAmount !== undefined
    ? [outgoingTransfer, makeTransfer('in', receives.asset, receivedAmount, to)]
    : [outgoingTransfer]
}

function makeTransfer(
  direction: ActivityTransfer['direction'],
  asset: Asset,
  amount: bigint,
  counterparty: string,
): ActivityTransfer {
  return {
    direction,
    asset: asset.id,
    name: asset.name,
    symbol: asset.symbol,
    isCollectible: false,
    amount,
    decimals: asset.decimals,
    isUnlimited: direction === 'self' && amount >= unlimitedAmount,
    isSpam: false,
    counterparty,
    ...(asset.iconUrl && { imageUrl: asset.iconUrl }),
  }
}

/**
 * An approval of at least this many base units is shown as unlimited, because no token has so large
 * a supply; the gateway's history uses the same limit.
 */
const unlimitedAmount = 2n ** 255n

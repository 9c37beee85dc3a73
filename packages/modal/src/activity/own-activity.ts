import type { Activity, Transaction } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'

/** A transfer of this kit as a row of the past. */
export function ownActivity(transaction: Transaction): Activity {
  const { id, status, chain, from, to, asset, amount, fee, hash, nonce, createdAt, settledAt } = transaction
  const address = addressOf(from)
  return {
    id: `own ${id}`,
    hash: hash ?? '',
    chain,
    kind: 'send',
    status: status === 'confirmed' || status === 'failed' ? status : 'pending',
    at: settledAt ?? createdAt,
    from: address,
    to,
    nonce: nonce ?? 0,
    isSpam: false,
    ...(fee !== undefined && { fee }),
    transfers: [
      {
        direction: address.toLowerCase() === to.toLowerCase() ? 'self' : 'out',
        asset: asset.id,
        name: asset.name,
        symbol: asset.symbol,
        isCollectible: false,
        amount,
        decimals: asset.decimals,
        isUnlimited: false,
        isSpam: false,
        counterparty: to,
        ...(asset.iconUrl && { imageUrl: asset.iconUrl }),
      },
    ],
  }
}

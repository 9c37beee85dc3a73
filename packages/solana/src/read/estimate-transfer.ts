import type { ReadSource, Transfer, TransferEstimate, TransferNote } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { isAddress } from '../address.ts'
import { readAmount } from '../amount.ts'
import { toBase64 } from '../bytes.ts'
import { nativeAsset } from '../chains.ts'
import type { FeePlan } from '../fee-plan.ts'
import { latestLifetime } from '../lifetime.ts'

/** Facts 5: the most that is offered for a compute unit, and what a transfer of SOL may use. */
const dearest = 20_000_000n
const unitLimit = 300_000

/**
 * What a transfer of SOL costs: signature and priority fee, the latter by what was paid of late.
 * Throws `feature-unsupported` for a token, `receiver-invalid`, `rpc-answer-invalid`.
 */
export async function estimateTransfer(source: ReadSource, transfer: Transfer): Promise<TransferEstimate> {
  const feeAsset = nativeAsset(source.chain)
  const { from, to, asset, amount } = transfer
  if (asset.id !== feeAsset.id) throw new LatchkeyError('feature-unsupported', { reason: `a transfer of ${asset.id}` })
  if (!isAddress(to)) throw new LatchkeyError('receiver-invalid', { reason: to })
  const sender = addressOf(from)
  const [{ buildTransfer }, lifetime, unitPrice, notes] = await Promise.all([
    import('../build-transfer.ts'),
    latestLifetime((method, params) => source.request(method, params)),
    recentPrice(source, sender),
    notesOf(source, to),
  ])
  const plan: FeePlan = { lifetime, unitPrice, unitLimit, at: Date.now() }
  const { message } = buildTransfer({ from: sender, to, amount, lifetime, unitPrice, unitLimit })
  const answer = await source.request('getFeeForMessage', [toBase64(message), { commitment: 'confirmed' }])
  const fee = readAmount((answer as { value?: unknown } | null)?.value)
  if (fee === null) throw new LatchkeyError('rpc-answer-invalid', { reason: 'getFeeForMessage answered no fee' })
  return { fee, feeAsset, notes, data: plan }
}

/** The median of what transactions with this account paid for a compute unit of late; nothing where the node cannot tell. */
async function recentPrice(source: ReadSource, account: string): Promise<bigint> {
  const answer = await source.request('getRecentPrioritizationFees', [[account]]).catch(() => [])
  const prices = (Array.isArray(answer) ? answer.slice(0, 200) : [])
    .flatMap((one: { prioritizationFee?: unknown } | null) => readAmount(one?.prioritizationFee) ?? [])
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const median = prices[Math.floor(prices.length / 2)] ?? 0n
  return median < dearest ? median : dearest
}

/** An account that a program owns, or that is one, may never give back what it gets. */
async function notesOf(source: ReadSource, to: string): Promise<readonly TransferNote[]> {
  const answer = await source.request('getAccountInfo', [to, { encoding: 'base64' }]).catch(() => null)
  const owner = (answer as { value?: { owner?: unknown } | null } | null)?.value?.owner
  return typeof owner === 'string' && owner !== '1'.repeat(32) ? ['contract-receiver'] : []
}

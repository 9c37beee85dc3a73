import type { ReadSource, Transfer, TransferEstimate, TransferNote } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { isAddress, mintOfAsset } from '../encoding/address.ts'
import { readAmount } from '../encoding/amount.ts'
import { toBase64 } from '../encoding/bytes.ts'
import type { AskNode } from '../rpc.ts'
import type { TokenPlan, TokenTransferRequest } from '../token/token-plan.ts'
import { type FeePlan, unitLimitOf } from '../transaction/fee-plan.ts'
import { latestLifetime } from '../transaction/lifetime.ts'

/** The highest price per compute unit that an estimate offers. */
const maxUnitPrice = 20_000_000n

/**
 * What a transfer of SOL or a token costs the sender: the signature, a priority fee from recent
 * payments, and the deposit for the receiver's token account when it must be created. Throws
 * `receiver-invalid`, `rpc-answer-invalid`, and for a token what `planToken` throws.
 */
export async function estimateTransfer(
  source: ReadSource,
  transfer: Transfer,
): Promise<TransferEstimate> {
  const feeAsset = nativeAsset(source.chain)
  const { to: recipient, asset } = transfer
  const mint = mintOfAsset(asset.id)
  if (!mint && asset.id !== feeAsset.id)
    throw new LatchkeyError('feature-unsupported', { reason: `a transfer of ${asset.id}` })
  if (!isAddress(recipient)) throw new LatchkeyError('receiver-invalid', { reason: recipient })
  const askChain: AskNode = (method, params) => source.request(method, params)
  const sender = addressOf(transfer.from)
  const [token, lifetime, unitPrice] = await Promise.all([
    mint
      ? planTokenOrThrow(askChain, {
          mint,
          from: sender,
          to: recipient,
          amount: transfer.amount,
          decimals: asset.decimals,
        })
      : undefined,
    latestLifetime(askChain),
    recentPrice(askChain, sender),
  ])
  const unitLimit = unitLimitOf(token)
  const feePlan: FeePlan = {
    lifetime,
    unitPrice,
    unitLimit,
    at: Date.now(),
    ...(token && { token }),
  }
  const { buildTransfer, isProgramAddress } = await import('../transaction/build-transfer.ts')
  const { message } = buildTransfer({
    from: sender,
    to: recipient,
    amount: transfer.amount,
    token,
    lifetime,
    unitPrice,
    unitLimit,
  })
  const [answer, isContract] = await Promise.all([
    askChain('getFeeForMessage', [toBase64(message), { commitment: 'confirmed' }]),
    // The receiver of a token may also be a token account for the same token.
    token?.destination === recipient
      ? false
      : isProgramAddress(recipient) || isOwnedByProgram(askChain, recipient),
  ])
  const fee = readAmount((answer as { value?: unknown } | null)?.value)
  if (fee === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getFeeForMessage answered no fee' })
  const deposit = token?.deposit ?? 0n
  const notes: readonly TransferNote[] = [
    ...(isContract ? (['contract-receiver'] as const) : []),
    ...(deposit > 0n ? (['receiver-deposit'] as const) : []),
  ]
  return { fee: fee + deposit, feeAsset, notes, data: feePlan }
}

async function planTokenOrThrow(ask: AskNode, wish: TokenTransferRequest): Promise<TokenPlan> {
  return (await import('../token/token-plan.ts')).planToken(ask, wish)
}

/**
 * The median price per compute unit of recent transactions with this account; zero when the node
 * cannot tell.
 */
async function recentPrice(ask: AskNode, account: string): Promise<bigint> {
  const answer = await ask('getRecentPrioritizationFees', [[account]]).catch(() => [])
  const prices = (Array.isArray(answer) ? answer.slice(0, 200) : [])
    .flatMap(
      (one: { prioritizationFee?: unknown } | null) => readAmount(one?.prioritizationFee) ?? [],
    )
    .sort((a, b) => {
      if (a === b) return 0
      return a < b ? -1 : 1
    })
  const medianPrice = prices[Math.floor(prices.length / 2)] ?? 0n
  return medianPrice < maxUnitPrice ? medianPrice : maxUnitPrice
}

/** An account that a program owns, or a program itself, may never return what it receives. */
async function isOwnedByProgram(ask: AskNode, recipient: string): Promise<boolean> {
  const answer = await ask('getAccountInfo', [recipient, { encoding: 'base64' }]).catch(() => null)
  const owner = (answer as { value?: { owner?: unknown } | null } | null)?.value?.owner
  return typeof owner === 'string' && owner !== '1'.repeat(32)
}

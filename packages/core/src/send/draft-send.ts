import {
  type AccountId,
  type Asset,
  addressOf,
  chainOf,
  isAssetId,
  namespaceOf,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import type { Balance, Transfer, TransferNote } from '../contract/reader.ts'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { newId } from '../machine/new-id.ts'
import { reduceTransaction } from '../machine/reduce-transaction.ts'
import type { Transaction } from '../machine/state.ts'
import { readSource } from '../rpc/read-source.ts'
import { getActiveWallet, getWalletOf } from '../wallet/ask-wallet.ts'
import { describeReceiver } from './describe-receiver.ts'
import { estimateTransfer } from './estimate-transfer.ts'
import { isWarnedToken } from './is-warned-token.ts'
import { resolveReceiver } from './resolve-receiver.ts'
import type { SendDraft, SendRequest } from './send-draft.ts'

/**
 * Drafts a transfer, as described for `prepareSend`; this code is loaded with the first transfer.
 */
export async function draftSend(kit: Kit, parameters: SendRequest): Promise<SendDraft> {
  const { account, asset, amount, signal, payment, known = [] } = parameters
  const namespace = account
    ? namespaceOf(account)
    : (parameters.namespace ?? kit.getState().namespace)
  const { connector, session } = account
    ? getWalletOf(kit, account)
    : getActiveWallet(kit, namespace)
  const senderAccount = account ?? session.selected
  if (session.selected !== senderAccount) refuseWith('account-missing', senderAccount)
  const chain = chainOf(senderAccount)
  const adapter = adapterOf(kit, namespace)
  if (!connector.features.transfer) refuseWith('send-chain-unsupported', chain)
  const receiverText = parameters.to?.trim()
  if (typeof amount !== 'bigint' || !receiverText) refuseWith('amount-and-receiver-required')
  checkAsset(kit, asset, senderAccount)
  const receiver = await resolveReceiver(kit, { from: senderAccount, to: receiverText, signal })
  if (amount <= 0n || amount > maxAmount) refuseWith('amount-invalid')

  const readSourceOfChain = readSource(kit, { chain, ...(signal ? { signal } : {}) })
  const transfer: Transfer = {
    from: senderAccount,
    to: receiver.address,
    asset,
    amount,
    ...(payment?.mark !== undefined && { mark: payment.mark }),
  }
  const [balances, estimate, about] = await Promise.allSettled([
    adapter.read.balances(readSourceOfChain, { account: senderAccount, assets: [asset] }),
    estimateTransfer(kit, { transfer, signal }),
    inspectReceiver(kit, { from: senderAccount, to: receiver.address, asset, known, signal }),
  ])
  if (signal?.aborted) refuseWith('aborted')
  if (balances.status === 'rejected')
    throw toError(kit, [namespace], balances.reason, { unknown: 'balance-unavailable' })
  const heldAmountOf = (id: string): bigint => balanceAmountOf(balances.value, id)
  if (amount > heldAmountOf(asset.id)) refuseWith('insufficient-funds', asset.symbol)
  if (estimate.status === 'rejected') throw toError(kit, [namespace], estimate.reason)
  const { fee, feeAsset, notes, least = 0n } = estimate.value
  if (amount < least) refuseWith('amount-invalid', `less than ${least} base units`)
  const isSameCoin = isSameId(feeAsset.id, asset.id)
  if (fee + (isSameCoin ? amount : 0n) > heldAmountOf(feeAsset.id))
    refuseWith('insufficient-fee-funds', feeAsset.symbol)

  // When the warnings cannot be collected, drafting fails, because a transfer must not be shown for
  // review without its warnings.
  if (about.status === 'rejected') throw toError(kit, [namespace], about.reason)
  const transaction: Transaction = {
    id: newId(),
    status: 'draft',
    chain,
    from: senderAccount,
    to: receiver.address,
    ...(receiver.name === undefined ? {} : { toName: receiver.name }),
    asset,
    amount,
    fee,
    feeAsset,
    ...(payment && { payment }),
    createdAt: Date.now(),
  }
  kit[inside].learn({ transaction: reduceTransaction })
  kit[inside].dispatch({ type: 'transaction-drafted', transaction })
  return {
    transaction,
    estimate: { ...estimate.value, notes: [...new Set([...notes, ...about.value])] },
  }
}

/** Collects the warnings about the receiver and the token of a transfer. */
async function inspectReceiver(
  kit: Kit,
  {
    asset,
    signal,
    ...receiverQuery
  }: Parameters<typeof describeReceiver>[1] & { readonly asset: Asset },
): Promise<readonly TransferNote[]> {
  const [about, isWarned] = await Promise.all([
    describeReceiver(kit, { ...receiverQuery, signal }),
    isWarnedToken(kit, { asset, signal }),
  ])
  return isWarned ? [...about, 'warned-token'] : about
}

function checkAsset(kit: Kit, asset: Asset | undefined, senderAccount: AccountId): void {
  const chain = kit.chains.find((candidate) => candidate.id === chainOf(senderAccount))
  if (!chain) refuseWith('chain-unsupported', chainOf(senderAccount))
  if (!asset || !isAssetId(asset.id)) refuseWith('token-required')
  if (chainOf(asset.id) !== chain.id) refuseWith('chain-mismatch', asset.id)
  const adapter = adapterOf(kit, senderAccount.slice(0, senderAccount.indexOf(':')))
  const isNative = isSameId(adapter.nativeAsset(chain).id, asset.id)
  if (!isNative && adapter.tokenId(chain.id, addressOf(asset.id as AccountId)) === null)
    refuseWith('token-address-required', asset.id)
}

function isSameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function balanceAmountOf(balances: readonly Balance[], id: string): bigint {
  return balances.find((balance) => isSameId(balance.asset.id, id))?.amount ?? 0n
}

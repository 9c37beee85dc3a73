import type { ReadSource, SessionAccount, Transfer, TransferEstimate } from '@latchkey/core'
import { addressOf, type Chain, chainOf, hasCode, LatchkeyError } from '@latchkey/protocol'
import { isAddressOf } from '../encoding/address.ts'
import { type Plan, type Recipient, readPlan } from '../transaction/plan.ts'
import type { Wire } from '../wire.ts'

/** The total supply of twenty-one million bitcoins, in satoshi. */
const maxSupply = 2_100_000_000_000_000n

/** The account that sends, and the wallet that signs for it. */
export interface Sender {
  readonly wire: Wire
  readonly account: SessionAccount | undefined
  /** Public key in hex, from the wallet; needed to spend from nested (P2SH-P2WPKH) addresses. */
  readonly publicKey?: string | undefined
}

/**
 * Sends BTC from a payment address. The wallet normally chooses the coins and sends the
 * transaction. When only the estimate's coins may be spent, or the wallet cannot send, the wallet
 * only signs, and the page sends the transaction to the nodes. An abort has no effect after the
 * wallet was asked, because the page must learn what was sent. Throws `chain-mismatch`,
 * `receiver-invalid`, `amount-invalid`, `feature-unsupported`, `account-missing`, `aborted`,
 * `wallet-answer-invalid`, and what the wallet or the nodes throw.
 */
export async function transferAsset(
  sender: Sender,
  parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly estimate?: TransferEstimate
    readonly source?: ReadSource
    readonly signal: AbortSignal
  },
): Promise<{ readonly hash: string }> {
  const { chain, estimate, signal } = parameters
  const { from, to, asset, amount } = parameters.transfer
  if (asset.id !== `${chain.id}/slip44:0`)
    refuseTransfer('feature-unsupported', `a transfer of ${asset.id}`)
  const recipients = [{ address: to, amount }]
  const plan = readPlan(estimate?.data, recipients)
  const { source } = parameters
  const { txid } = await sendTransferTo(sender, { from, chain, recipients, plan, source, signal })
  return { hash: txid }
}

/** Like `transferAsset`, to several receivers at once. */
export async function sendTransferTo(
  { wire, account, publicKey }: Sender,
  parameters: {
    readonly from: Transfer['from']
    readonly chain: Chain
    readonly recipients: readonly Recipient[]
    readonly plan?: Plan | undefined
    readonly source?: ReadSource | undefined
    readonly signal: AbortSignal
  },
): Promise<{ readonly txid: string }> {
  const { from, chain, recipients, plan, source, signal } = parameters
  if (chainOf(from) !== chain.id)
    refuseTransfer(
      'chain-mismatch',
      `the account is on ${chainOf(from)}, the transfer on ${chain.id}`,
    )
  for (const { address, amount } of recipients) {
    if (!isAddressOf([chain.id], address)) refuseTransfer('receiver-invalid', address)
    if (amount <= 0n || amount > maxSupply) refuseTransfer('amount-invalid', String(amount))
  }
  if (!account) refuseTransfer('account-missing', 'the wallet did not grant this account')
  if (account.type === 'ordinals')
    refuseTransfer(
      'feature-unsupported',
      'coins of an ordinals address may be more than money; they are sent by PSBT only',
    )
  const signByPlan = async (chosenPlan: Plan) => {
    const { signPlan } = await import('./sign-plan.ts')
    return signPlan(wire, {
      plan: chosenPlan,
      chain: chain.id,
      from: addressOf(from),
      publicKey,
      source,
      signal,
    })
  }
  const sendByWallet = async () => {
    const params = { recipients, network: wire.network(chain.id) }
    if (signal.aborted) refuseTransfer('aborted')
    return wire.ask('sendTransfer', params, { chain: chain.id, account: addressOf(from) })
  }
  if (plan?.binding === 'ord') return signByPlan(plan)
  if (plan?.binding === 'all')
    return signByPlan(plan).catch((error: unknown) => {
      if (!isUnsupportedByWallet(error) && !hasCode(error, 'feature-unsupported')) throw error
      return sendByWallet()
    })
  return sendByWallet().catch((error: unknown) => {
    if (!isUnsupportedByWallet(error) || !plan) throw error
    return signByPlan(plan)
  })
}

/** Whether a wallet answered that it does not support the request. */
export function isUnsupportedByWallet(error: unknown): boolean {
  return hasCode(error, 'wallet-method-unsupported') || hasCode(error, 'rpc-method-not-found')
}

function refuseTransfer(
  code: ConstructorParameters<typeof LatchkeyError>[0],
  reason?: string,
): never {
  throw new LatchkeyError(code, reason === undefined ? {} : { reason })
}

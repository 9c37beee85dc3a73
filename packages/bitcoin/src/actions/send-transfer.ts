import { type Kit, readSource } from '@latchkey/core'
import {
  type AccountId,
  addressOf,
  chainOf,
  hasCode,
  inWords,
  LatchkeyError,
} from '@latchkey/protocol'
import type { Recipient } from '../transaction/plan.ts'
import { activeWallet } from './active-wallet.ts'
import { getAddresses } from './get-addresses.ts'

export declare namespace sendTransfer {
  type Parameters = {
    /** The sending account; default: the selected one. */
    readonly account?: AccountId
    readonly signal?: AbortSignal
  } & (
    | {
        /** Address of the receiver, without a CAIP-10 prefix. */
        readonly to: string
        /** Amount to send, in satoshi. */
        readonly amount: bigint
        readonly recipients?: undefined
      }
    | {
        /** Several receivers, each with an address (no CAIP-10 prefix) and an amount in satoshi. */
        readonly recipients: readonly Recipient[]
        readonly to?: undefined
        readonly amount?: undefined
      }
  )
  interface ReturnType {
    readonly txid: string
  }
}

/**
 * Sends BTC from the selected payment account to one or several receivers, by the wallet's own
 * transfer request. A wallet that can send to one receiver only, or cannot send, signs a PSBT
 * instead. Throws `not-connected`, `feature-unsupported`, `receiver-invalid`, `amount-invalid`,
 * `insufficient-funds`, `wallet-answer-invalid`, what wallet or node throw.
 *
 * @example
 * const { txid } = await sendTransfer(kit, {
 *   to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
 *   amount: 10_000n,
 * })
 */
export function sendTransfer(
  kit: Kit,
  parameters: sendTransfer.Parameters,
): Promise<sendTransfer.ReturnType> {
  return inWords(runSendTransfer(kit, parameters))
}

async function runSendTransfer(
  kit: Kit,
  parameters: sendTransfer.Parameters,
): Promise<sendTransfer.ReturnType> {
  const { session, ask } = activeWallet(kit)
  const { account: from = session.selected, signal = new AbortController().signal } = parameters
  const recipients = parameters.recipients ?? [
    { address: parameters.to, amount: parameters.amount },
  ]
  const id = chainOf(from)
  const chain = kit.chains.find((candidate) => candidate.id === id)
  if (!chain) throw new LatchkeyError('chain-unsupported', { reason: id })
  if (recipients.length === 0) throw new LatchkeyError('amount-and-receiver-required')
  const account = session.accounts.find((one) => one.account === from)
  const { isUnsupportedByWallet: isUnable, sendTransferTo: sendTo } = await import(
    '../features/transfer.ts'
  )
  // Requests through `walletWire` name no network, because the connector adds it to each request.
  const walletWire = { ask, network: () => undefined }
  const readSourceOfChain = readSource(kit, { chain: id })
  const transferRequest = { from, chain, recipients, source: readSourceOfChain, signal }
  try {
    return await sendTo({ wire: walletWire, account }, transferRequest)
  } catch (error) {
    const isOneRecipientOnly = recipients.length > 1 && hasCode(error, 'rpc-invalid-params')
    if (!isOneRecipientOnly && !isUnable(error)) throw error
    const { planTransfer } = await import('../transaction/plan-transfer.ts')
    const { plan } = await planTransfer(readSourceOfChain, { from: addressOf(from), recipients })
    const walletAddresses = await getAddresses(kit, { purposes: ['payment'], signal })
    const publicKey = walletAddresses.find(({ address }) => address === addressOf(from))?.publicKey
    return sendTo(
      { wire: walletWire, account, publicKey },
      { ...transferRequest, plan: { ...plan, binding: 'ord' } },
    )
  }
}

import type { ReadSource, Transfer, TransferEstimate } from '@latchkey/core'
import { addressOf, type Chain, chainOf, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { isAddress, mintOfAsset } from '../encoding/address.ts'
import { base58 } from '../encoding/base58.ts'
import { toBase64 } from '../encoding/bytes.ts'
import { type AskNode, askNode } from '../rpc.ts'
import type { TokenPlan, TokenTransferRequest } from '../token/token-plan.ts'
import { type FeePlan, readFeePlan, unitLimitOf } from '../transaction/fee-plan.ts'
import { type Lifetime, latestLifetime } from '../transaction/lifetime.ts'
import { checkSigned, readTransaction } from '../transaction/wire-transaction.ts'
import type { Wire } from '../wire.ts'
import { sendSignedTransaction } from './send-signed-transaction.ts'

/**
 * Milliseconds for which a blockhash is reused: it is valid for about a minute, which must include
 * the wallet's prompt.
 */
const planLifeMs = 20_000

/**
 * Asks the wallet to sign and send SOL or a token; a transaction that the wallet only signs is sent
 * by `source`, or by the chain's own nodes. `nonce` is the last block height that may include the
 * transaction. Throws `amount-invalid`, `receiver-invalid`, `account-missing`, `chain-mismatch`,
 * `wallet-answer-invalid`, for a token what `planToken` throws, and what the wallet or the node
 * throws.
 */
export async function transferAsset(
  wire: Wire,
  parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly estimate?: TransferEstimate
    readonly source?: ReadSource
    readonly signal: AbortSignal
  },
): Promise<{ readonly hash: string; readonly nonce: number }> {
  const { chain, source, estimate, signal } = parameters
  const { from, to, asset, amount } = parameters.transfer
  const address = addressOf(from)
  if (chainOf(from) !== chain.id)
    refuseTransfer(
      'chain-mismatch',
      `the account is on ${chainOf(from)}, the transfer on ${chain.id}`,
    )
  if (!isAddress(to)) refuseTransfer('receiver-invalid', to)
  if (amount <= 0n || amount >= 1n << 64n) refuseTransfer('amount-invalid', String(amount))
  const mint = mintOfAsset(asset.id)
  if (chainOf(asset.id) !== chain.id || (!mint && asset.id !== `${chain.id}/slip44:501`))
    refuseTransfer('feature-unsupported', `a transfer of ${asset.id}`)
  wire.checkAccount(address)
  if (signal.aborted) refuseTransfer('aborted')

  const askChain: AskNode = (method, params) =>
    source
      ? race(() => source.request(method, params), signal)
      : askNode(chain, method, params, signal)
  const feePlan = readFeePlan(estimate?.data)
  const isPlanFresh = feePlan !== null && Date.now() - feePlan.at < planLifeMs
  const usablePlan = isPlanFresh || (!source && chain.rpcUrls.length === 0) ? feePlan : null
  const tokenTransfer = mint
    ? { mint, from: address, to, amount, decimals: asset.decimals }
    : undefined
  const [{ buildTransfer }, lifetime, token] = await Promise.all([
    import('../transaction/build-transfer.ts'),
    usablePlan?.lifetime ?? latestLifetime(askChain),
    tokenTransfer && findTokenPlan(askChain, usablePlan, tokenTransfer),
  ])
  const { transaction } = buildTransfer({
    from: address,
    to,
    amount,
    token,
    lifetime,
    unitPrice: feePlan?.unitPrice ?? 0n,
    unitLimit: feePlan?.unitLimit ?? unitLimitOf(token),
    version: wire.isLegacyOnly ? 'legacy' : 0,
  })
  if (signal.aborted) refuseTransfer('aborted')
  const signRequest = { address, chain: chain.id, transaction }

  if (wire.sendTransaction) {
    // No `signal` is passed: the wallet may send the transaction even after the page has stopped
    // waiting, and the page must then learn its hash. The sent message is not compared with the
    // requested one: it is already on its way, and a wallet may add protective instructions.
    return {
      hash: base58(await wire.sendTransaction(signRequest)),
      nonce: nonceOfLifetime(lifetime),
    }
  }
  const signedBytes = await wire.signTransaction({ ...signRequest, signal })
  const builtTransaction = readTransaction(transaction) ?? refuseTransfer('wallet-answer-invalid')
  const signature = await checkSigned(builtTransaction, signedBytes, address)
  // The transaction is signed and may be sent, so from here on an abort by the page is ignored and
  // the hash is returned.
  const neverAbortedSignal = new AbortController().signal
  await sendSignedTransaction(
    source
      ? source.request
      : (method, params) => askNode(chain, method, params, neverAbortedSignal),
    toBase64(signedBytes),
  )
  return { hash: base58(signature), nonce: nonceOfLifetime(lifetime) }
}

async function findTokenPlan(
  request: AskNode,
  plan: FeePlan | null,
  tokenTransfer: TokenTransferRequest,
): Promise<TokenPlan> {
  const { isPlanOfTransfer: isPlanOf, planToken } = await import('../token/token-plan.ts')
  return isPlanOf(plan?.token, tokenTransfer) ? plan.token : planToken(request, tokenTransfer)
}

function nonceOfLifetime({ lastValidBlockHeight }: Lifetime): number {
  return Number(lastValidBlockHeight)
}

function refuseTransfer(
  code: ConstructorParameters<typeof LatchkeyError>[0],
  reason?: string,
): never {
  throw new LatchkeyError(code, reason === undefined ? {} : { reason })
}

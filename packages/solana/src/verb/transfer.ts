import type { Transfer, TransferEstimate } from '@latchkey/core'
import { addressOf, type Chain, chainOf, LatchkeyError } from '@latchkey/protocol'
import { isAddress } from '../address.ts'
import { base58 } from '../base58.ts'
import { isSameBytes, readBytes, toBase64 } from '../bytes.ts'
import { networkName } from '../chains.ts'
import { type FeePlan, readFeePlan } from '../fee-plan.ts'
import { type Lifetime, latestLifetime } from '../lifetime.ts'
import { askNode } from '../rpc.ts'
import { ask, hasFeature, type StandardWallet } from '../standard-wallet.ts'
import { firstOf } from './sign-message.ts'

/** A blockhash is good for a minute and more; the wallet's question must fit in too. Milliseconds. */
const freshFor = 20_000

/**
 * Asks the wallet to sign and send SOL; a wallet that only signs has it sent by the chain's own nodes.
 * Throws `amount-invalid`, `receiver-invalid`, `token-address-required` for a token, `account-missing`, `chain-mismatch`,
 * `wallet-answer-invalid`, and what the wallet or the node throws.
 */
export async function transfer(
  wallet: StandardWallet,
  rawOf: (address: string) => object,
  parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly estimate?: TransferEstimate
    readonly signal: AbortSignal
  },
): Promise<{ readonly hash: string }> {
  const { chain, estimate, signal } = parameters
  const { from, to, asset, amount } = parameters.transfer
  const sender = addressOf(from)
  if (chainOf(from) !== chain.id)
    refuse('chain-mismatch', `the account is on ${chainOf(from)}, the transfer on ${chain.id}`)
  if (!isAddress(to)) refuse('receiver-invalid', to)
  if (amount <= 0n || amount >= 1n << 64n) refuse('amount-invalid', String(amount))
  if (asset.id !== `${chain.id}/slip44:501`) refuse('feature-unsupported', `a transfer of ${asset.id}`)
  const account = rawOf(sender)
  if (signal.aborted) refuse('aborted')

  const plan = readFeePlan(estimate?.data)
  const [{ buildTransfer }, lifetime] = await Promise.all([
    import('../build-transfer.ts'),
    lifetimeOf(chain, plan, signal),
  ])
  const { transaction, message } = buildTransfer({
    from: sender,
    to,
    amount,
    lifetime,
    unitPrice: plan?.unitPrice ?? 0n,
    unitLimit: plan?.unitLimit ?? 300_000,
  })
  if (signal.aborted) refuse('aborted')
  const input = { account, transaction, chain: `solana:${networkName(chain.id)}` }

  if (hasFeature(wallet, 'solana:signAndSendTransaction')) {
    // Not raced against the signal: when the page stops waiting and the wallet sends all the same, the hash must be known.
    const { signature } = firstOf(await ask(wallet, 'solana:signAndSendTransaction', input))
    const bytes = readBytes(signature, 64)
    if (!bytes) refuse('wallet-answer-invalid', 'solana:signAndSendTransaction answered no signature')
    return { hash: base58(bytes) }
  }
  const { signedTransaction } = firstOf(await ask(wallet, 'solana:signTransaction', input, signal))
  const signed = readBytes(signedTransaction)
  // One signature, then the message: anything else is another transaction than the one shown.
  if (signed?.[0] !== 1 || !isSameBytes(signed.slice(65), message))
    refuse('wallet-answer-invalid', 'solana:signTransaction answered another transaction')
  const hash = base58(signed.slice(1, 65))
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
  // It is signed, so it may be out: from here on the hash is known, whatever the page wants.
  const sent = await askNode(chain, 'sendTransaction', [toBase64(signed), options], new AbortController().signal)
  if (sent !== hash) refuse('rpc-answer-invalid', 'sendTransaction answered another signature')
  return { hash }
}

/** The estimate's blockhash while it is young; else a new one, where the chain has a node to ask. */
async function lifetimeOf(chain: Chain, plan: FeePlan | null, signal: AbortSignal): Promise<Lifetime> {
  const isFresh = plan && Date.now() - plan.at < freshFor
  if (plan && (isFresh || chain.rpcUrls.length === 0)) return plan.lifetime
  return latestLifetime((method, params) => askNode(chain, method, params, signal))
}

function refuse(code: ConstructorParameters<typeof LatchkeyError>[0], reason?: string): never {
  throw new LatchkeyError(code, reason === undefined ? {} : { reason })
}

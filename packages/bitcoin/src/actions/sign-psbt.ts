import { type Kit, readSource } from '@latchkey/core'
import { addressOf, chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import type { Sighash } from '../transaction/check-signed.ts'
import { activeWallet } from './active-wallet.ts'

/** One input to sign, and the wallet's address to sign it with. */
export interface InputToSign {
  readonly index: number
  /** Address to sign with; default: the address whose coin the input spends. */
  readonly address?: string
}

export declare namespace signPsbt {
  interface Parameters {
    /** The PSBT (BIP-174), in base64 or as bytes. */
    readonly psbt: string | Uint8Array
    /** The inputs to sign; default: every input that spends a coin of the connected accounts. */
    readonly signInputs?: readonly (number | InputToSign)[]
    /** What signatures may cover; default `['ALL']`, which Taproot writes as DEFAULT too. */
    readonly allowedSighash?: readonly Sighash[]
    /** Whether to send the signed transaction to the nodes; every input must be signed then. */
    readonly broadcast?: boolean
    readonly signal?: AbortSignal
  }
  interface ReturnType {
    /** The signed PSBT in base64. */
    readonly psbt: string
    /** Id of the transaction; only with `broadcast`. */
    readonly txid?: string
  }
}

/**
 * Asks the wallet to sign inputs of a PSBT (P2WPKH, P2SH-P2WPKH, P2TR by key). The answer is
 * accepted only when it is the same transaction with valid signatures. `txid` is present when the
 * transaction was sent to the nodes. Throws `not-connected`, `feature-unsupported`,
 * `rpc-invalid-params`, `account-missing`, `wallet-answer-invalid`, `node-unknown`, what the wallet
 * throws.
 *
 * @example
 * const { psbt } = await signPsbt(kit, { psbt: bytes, signInputs: [0] })
 */
export function signPsbt(kit: Kit, parameters: signPsbt.Parameters): Promise<signPsbt.ReturnType> {
  return inWords(runSignPsbt(kit, parameters))
}

async function runSignPsbt(
  kit: Kit,
  parameters: signPsbt.Parameters,
): Promise<signPsbt.ReturnType> {
  const { session, ask } = activeWallet(kit)
  const { allowedSighash, broadcast, signal } = parameters
  const chain = chainOf(session.selected)
  const [{ signInputsOf }, { openPsbt, requestError: badRequest }, { checkSigned }, { toBase64 }] =
    await Promise.all([
      import('../transaction/sign-inputs.ts'),
      import('../transaction/open-psbt.ts'),
      import('../transaction/check-signed.ts'),
      import('../encoding/bytes.ts'),
    ])
  const psbt = typeof parameters.psbt === 'string' ? parameters.psbt : toBase64(parameters.psbt)
  const requestedPsbt = openPsbt(psbt, badRequest)
  const addresses = session.accounts.map(({ account }) => addressOf(account))
  const signInputs = signInputsOf(requestedPsbt, {
    chain,
    addresses,
    allowed: allowedSighash,
    wished: parameters.signInputs,
  })
  if (broadcast && signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
  const answer = await ask(
    'signPsbt',
    { psbt, signInputs, broadcast: false, allowedSighash: allowedSighash && [...allowedSighash] },
    { chain, signal },
  )
  const inputs = signInputs.map(({ index }) => index)
  const signedPsbt = checkSigned(requestedPsbt, answer.psbt, { inputs, allowed: allowedSighash })
  if (!broadcast) return { psbt: toBase64(signedPsbt.toPSBT()) }
  const { publishSigned } = await import('../transaction/publish-signed.ts')
  const txid = await publishSigned(readSource(kit, { chain }), signedPsbt)
  return { psbt: toBase64(signedPsbt.toPSBT()), txid }
}

import { LatchkeyError } from '@latchkey/protocol'
import { publicKeysFault } from '@latchkey/wbip'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { fromBase64, toHex } from '../encoding/bytes.ts'
import type { networkOf } from '../network.ts'

/** What an input spends, according to the PSBT. */
export interface SpentOutput {
  readonly script: Uint8Array
  /** Amount that the input spends, in satoshi. */
  readonly amount: bigint
}

/**
 * Opens a base64 PSBT with `@scure/btc-signer`; scripts in it may have at most 15 keys. Throws the
 * error that `makeError` returns for a reason.
 */
export function openPsbt(
  base64: string,
  makeError: (reason: string) => LatchkeyError,
): Transaction {
  const transaction = readPsbt(base64, makeError)
  for (let index = 0; index < transaction.inputsLength; index++) {
    const { redeemScript, witnessScript } = transaction.getInput(index)
    for (const script of [redeemScript, witnessScript]) {
      const scriptFault = script && publicKeysFault(publicKeysOfScript(script))
      if (scriptFault) throw makeError(`input ${index}: ${scriptFault}`)
    }
  }
  return transaction
}

function readPsbt(base64: string, makeError: (reason: string) => LatchkeyError): Transaction {
  try {
    return Transaction.fromPSBT(fromBase64(base64), options)
  } catch (cause) {
    throw makeError(`the PSBT cannot be read: ${String((cause as Error).message).slice(0, 200)}`)
  }
}

/** Public keys of a multisig script, hex; empty for any other script. */
function publicKeysOfScript(script: Uint8Array): readonly string[] {
  try {
    const output = OutScript.decode(script)
    return output.type === 'ms' ? output.pubkeys.map(toHex) : []
  } catch {
    return []
  }
}

// Unusual transactions are allowed, because the page may need to sign them, and each signature is
// checked separately.
const options = {
  allowUnknown: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
}

/** The output that an input spends; undefined when the PSBT does not say. */
export function spentOutputOf(transaction: Transaction, index: number): SpentOutput | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = transaction.getInput(index)
  return witnessUtxo ?? (vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout])
}

/** The address that an input spends from; undefined when it has none or the PSBT does not say. */
export function addressOfInput(
  transaction: Transaction,
  index: number,
  network: ReturnType<typeof networkOf>,
): string | undefined {
  const spentOutput = spentOutputOf(transaction, index)
  if (!spentOutput) return undefined
  try {
    return Address(network).encode(OutScript.decode(spentOutput.script))
  } catch {
    return undefined
  }
}

/** The error for an invalid request. */
export const requestError = (reason: string): LatchkeyError =>
  new LatchkeyError('rpc-invalid-params', { reason })
/** The error for an invalid answer of the wallet. */
export const answerError = (reason: string): LatchkeyError =>
  new LatchkeyError('wallet-answer-invalid', { reason })

import { LatchkeyError } from '@latchkey/protocol'
import { publicKeysFault } from '@latchkey/wbip'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { fromBase64, toHex } from '../encoding/bytes.ts'
import type { networkOf } from '../network.ts'

/** What an input spends, as the PSBT says. */
export interface Spent {
  readonly script: Uint8Array
  /** Satoshi. */
  readonly amount: bigint
}

/**
 * A PSBT of base64, as the library reads it; addresses of several keys in it have 15 at most.
 * Throws what `refuse` makes of what is wrong.
 */
export function openPsbt(base64: string, refuse: (reason: string) => LatchkeyError): Transaction {
  const transaction = readPsbt(base64, refuse)
  for (let index = 0; index < transaction.inputsLength; index++) {
    const { redeemScript, witnessScript } = transaction.getInput(index)
    for (const script of [redeemScript, witnessScript]) {
      const fault = script && publicKeysFault(keysOf(script))
      if (fault) throw refuse(`input ${index}: ${fault}`)
    }
  }
  return transaction
}

function readPsbt(base64: string, refuse: (reason: string) => LatchkeyError): Transaction {
  try {
    return Transaction.fromPSBT(fromBase64(base64), options)
  } catch (cause) {
    throw refuse(`the PSBT cannot be read: ${String((cause as Error).message).slice(0, 200)}`)
  }
}

/** Public keys of a script that several must sign, hex; none of any other. */
function keysOf(script: Uint8Array): readonly string[] {
  try {
    const output = OutScript.decode(script)
    return output.type === 'ms' ? output.pubkeys.map(toHex) : []
  } catch {
    return []
  }
}

// What the page signs is the page's business; signatures are looked at one by one.
const options = {
  allowUnknown: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
}

/** What an input spends; undefined where the PSBT does not say. */
export function spentOf(transaction: Transaction, index: number): Spent | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = transaction.getInput(index)
  return witnessUtxo ?? (vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout])
}

/** The address an input spends from; undefined where it has none or the PSBT does not say. */
export function addressOfInput(
  transaction: Transaction,
  index: number,
  network: ReturnType<typeof networkOf>,
): string | undefined {
  const spent = spentOf(transaction, index)
  if (!spent) return undefined
  try {
    return Address(network).encode(OutScript.decode(spent.script))
  } catch {
    return undefined
  }
}

/** An error of the one who asked. */
export const badRequest = (reason: string): LatchkeyError =>
  new LatchkeyError('rpc-invalid-params', { reason })
/** An error of the one who answered. */
export const badAnswer = (reason: string): LatchkeyError =>
  new LatchkeyError('wallet-answer-invalid', { reason })

import { secp256k1 } from '@noble/curves/secp256k1'
import { p2wpkh, type Transaction } from '@scure/btc-signer'

/**
 * A change that a dishonest or over-eager wallet makes to a PSBT: another receiver, another amount,
 * an additional output or input, or another replaceability (RBF).
 */
export type PsbtAlteration = 'receiver' | 'amount' | 'output' | 'input' | 'sequence'

/** Changes an unsigned transaction; stolen amounts go to the wallet's own key. */
export function alterPsbt(
  transaction: Transaction,
  alteration: PsbtAlteration,
  key: Uint8Array,
): void {
  const { script } = p2wpkh(secp256k1.getPublicKey(key, true))
  const { amount = 0n } = transaction.getOutput(0)
  const alterations: Readonly<Record<PsbtAlteration, () => void>> = {
    receiver: () => transaction.updateOutput(0, { script, amount }),
    amount: () => transaction.updateOutput(0, { amount: amount - 1_000n }),
    output: () => void transaction.addOutput({ script, amount: 1_000n }),
    input: () =>
      void transaction.addInput({
        txid: 'ef'.repeat(32),
        index: 0,
        witnessUtxo: { script, amount: 2_000n },
      }),
    sequence: () => transaction.updateInput(0, { sequence: 0xfffffffd }),
  }
  alterations[alteration]()
}

import { networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'

const network = networks.regtest

/**
 * A PSBT whose only input claims to spend 2000 satoshi, and its previous transaction, which paid
 * 100 000.
 */
export function falseAmount(address: string): { readonly psbt: string; readonly before: string } {
  const script = payments.p2wpkh({ address, network }).output as Uint8Array
  const before = new Transaction()
  before.addInput(new Uint8Array(32).fill(9), 0)
  before.addOutput(script, 100_000n)
  const psbt = new Psbt({ network })
  psbt.addInput({ hash: before.getId(), index: 0, witnessUtxo: { script, value: 2_000n } })
  psbt.addOutput({ script, value: 1_000n })
  return { psbt: psbt.toBase64(), before: before.toHex() }
}

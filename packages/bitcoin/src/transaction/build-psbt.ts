import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { Address, OutScript, p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { fromHex, isSameBytes } from '../encoding/bytes.ts'
import { networkOf } from '../network.ts'
import type { Plan } from './plan.ts'

/** Sequence number that allows a later replacement with a higher fee (BIP-125). */
const replaceableSequence = 0xfffffffd

/**
 * The unsigned transaction of a plan.
 * @param from - address of the coins; the change goes back to it
 * @param publicKey - hex, from the wallet; coins of a nested (P2SH-P2WPKH) address cannot be signed
 * without it
 * @throws LatchkeyError `feature-unsupported` for coins of P2PKH and other unsupported scripts, and
 * for those of a nested address without a key
 */
export function buildPsbt(
  plan: Plan,
  parameters: {
    readonly chain: ChainId
    readonly from: string
    readonly publicKey?: string | undefined
  },
): Transaction {
  const { chain, from, publicKey } = parameters
  const network = networkOf(chain)
  const script = OutScript.encode(Address(network).decode(from))
  const coinFields = describeCoins(script, publicKey)
  const transaction = new Transaction()
  for (const { txid, vout, value } of plan.inputs) {
    transaction.addInput({
      txid,
      index: vout,
      sequence: replaceableSequence,
      witnessUtxo: { script, amount: value },
      ...coinFields,
    })
  }
  for (const { address, amount } of plan.recipients) {
    transaction.addOutputAddress(address, amount, network)
  }
  if (plan.change > 0n) transaction.addOutputAddress(from, plan.change, network)
  return transaction
}

function describeCoins(
  script: Uint8Array,
  publicKey: string | undefined,
): { readonly redeemScript?: Uint8Array; readonly tapInternalKey?: Uint8Array } {
  const { type } = OutScript.decode(script)
  const key = publicKey === undefined ? undefined : fromHex(publicKey)
  if (type === 'wpkh') return {}
  if (type === 'tr') {
    // Wallets report either the internal or the output key of a Taproot address; only the internal
    // one can be used.
    const internalKey = key?.length === 33 ? key.slice(1) : key
    const isInternalKey =
      internalKey?.length === 32 &&
      isSameBytes(
        tryScript(() => p2tr(internalKey).script),
        script,
      )
    return isInternalKey ? { tapInternalKey: internalKey } : {}
  }
  const redeemScript =
    type === 'sh' && key?.length === 33 ? tryScript(() => p2wpkh(key).script) : undefined
  if (
    redeemScript &&
    isSameBytes(
      tryScript(() => p2sh(p2wpkh(key ?? redeemScript)).script),
      script,
    )
  )
    return { redeemScript }
  throw new LatchkeyError('feature-unsupported', {
    reason: `coins of ${type} cannot be described to the wallet`,
  })
}

/** The script that `make` computes from a key; empty when the key is invalid. */
function tryScript(make: () => Uint8Array): Uint8Array {
  try {
    return make()
  } catch {
    return new Uint8Array()
  }
}

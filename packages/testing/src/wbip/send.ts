import { secp256k1 } from '@noble/curves/secp256k1'
import { p2wpkh, selectUTXO } from '@scure/btc-signer'
import { providerError } from '../parts/behavior.ts'
import { bitcoinPayment } from './message.ts'
import { networkOfName } from './network.ts'
import type { WbipPersona } from './persona.ts'

/**
 * Builds, signs and sends a transfer from the payment address with a fee of 2 satoshi per virtual
 * byte; returns the transaction id.
 */
export async function sendBitcoin(
  key: Uint8Array,
  { persona, network: name, node }: { persona: WbipPersona; network: string; node: string },
  recipients: readonly { readonly address: string; readonly amount: bigint }[],
): Promise<string> {
  const network = networkOfName(name)
  const publicKey = secp256k1.getPublicKey(key, true)
  const { address = '', script, redeemScript } = bitcoinPayment(persona.payment, publicKey, network)
  const coins = (await (await fetch(`${node}/address/${address}/utxo`)).json()) as {
    txid: string
    vout: number
    value: number
  }[]
  const inputs = coins.map(({ txid, vout: index, value }) => ({
    txid,
    index,
    witnessUtxo: { script, amount: BigInt(value) },
    ...(redeemScript && { redeemScript: p2wpkh(publicKey, network).script }),
  }))
  const coinSelection = selectUTXO(inputs, [...recipients], 'default', {
    changeAddress: address,
    feePerByte: 2n,
    network,
    createTx: true,
  })
  if (!coinSelection?.tx) throw providerError(-32603, 'Insufficient funds')
  coinSelection.tx.sign(key)
  coinSelection.tx.finalize()
  await publishTransaction(node, coinSelection.tx.hex)
  return coinSelection.tx.id
}

/** Sends a transaction to an Esplora-like server. */
export async function publishTransaction(node: string, hex: string): Promise<void> {
  const answer = await fetch(`${node}/tx`, { method: 'POST', body: hex })
  if (!answer.ok) throw providerError(-32603, (await answer.text()).slice(0, 200))
}

import { secp256k1 } from '@noble/curves/secp256k1'
import { Transaction } from '@scure/btc-signer'
import { providerError } from '../parts/behavior.ts'
import { alterPsbt } from './alter.ts'
import { fromBase64, fromHex, toBase64, toHex } from './bytes.ts'
import type { MockWbipAddress } from './contract.ts'
import { type BitcoinKind, bitcoinPayment, signBip322, signEcdsa } from './message.ts'
import { networkOf } from './network.ts'
import type { WbipPersona } from './persona.ts'
import { publish, sendBitcoin } from './send.ts'
import { stacksAddress } from './stacks.ts'

export interface WbipAccount {
  readonly key: Uint8Array
}
type Params = Readonly<Record<string, unknown>>

/** What a key has on a network: payment, ordinals, stacks. */
export function addressesOf(
  { key }: WbipAccount,
  persona: WbipPersona,
  network: string,
): readonly MockWbipAddress[] {
  const publicKey = secp256k1.getPublicKey(key, true)
  const of = (kind: BitcoinKind) =>
    bitcoinPayment(kind, publicKey, networkOf(network)).address ?? ''
  return [
    { address: of(persona.payment), publicKey: toHex(publicKey), purpose: 'payment' },
    { address: of('p2tr'), publicKey: toHex(publicKey.slice(1)), purpose: 'ordinals' },
    {
      address: stacksAddress(publicKey, network.toLowerCase() === 'mainnet'),
      publicKey: toHex(publicKey),
      purpose: 'stacks',
    },
  ]
}

/**
 * Those addresses as the persona writes them, the asked for purposes only; `method` is the request
 * they answer.
 */
export function writeAddresses(
  addresses: readonly MockWbipAddress[],
  persona: WbipPersona,
  params: Params,
  method: string = persona.connect,
): unknown {
  const named = method === 'wallet_connect' ? params.addresses : params.purposes
  const asked = Array.isArray(named) ? (named as unknown[]) : undefined
  const written = addresses
    .filter(({ purpose }) => asked?.includes(purpose) ?? true)
    .map((one) => writeAddress(one, persona))
  return {
    addresses: written,
    ...(method === 'wallet_connect' && { walletType: 'software' }),
  }
}

function writeAddress(
  { address, publicKey, purpose }: MockWbipAddress,
  persona: WbipPersona,
): object {
  const kinds = { payment: persona.payment, ordinals: 'p2tr', stacks: 'stacks' } as const
  if (persona.marksAddressBy === 'purpose')
    return { address, publicKey, purpose, addressType: kinds[purpose] }
  if (purpose === 'stacks') return { symbol: 'STX', address, publicKey }
  return {
    symbol: 'BTC',
    type: kinds[purpose],
    address,
    publicKey,
    derivationPath: "m/84'/0'/0'/0/0",
  }
}

/**
 * Signs a message as the address asks: ECDSA for payment unless BIP-322 is wanted, BIP-322 for
 * ordinals.
 */
export function signMessage(
  account: WbipAccount,
  persona: WbipPersona,
  network: string,
  params: Params,
): unknown {
  const address = addressesOf(account, persona, network).find(
    (one) => one.address === params.address,
  )
  if (!address || address.purpose === 'stacks') throw providerError(-32001, 'Address mismatch')
  const kind = address.purpose === 'ordinals' ? 'p2tr' : persona.payment
  const isSimple = params.protocol === 'BIP322' || kind === 'p2tr'
  const message = String(params.message)
  const signature = isSimple
    ? signBip322(kind, account.key, networkOf(network), message)
    : signEcdsa(kind, account.key, message)
  return { signature, address: params.address, protocol: isSimple ? 'BIP322' : 'ECDSA' }
}

/** Signs the inputs it is told to, or all it can. */
export async function signPsbt(
  account: WbipAccount,
  { persona, node }: { persona: WbipPersona; node: string | undefined },
  params: Params,
): Promise<unknown> {
  const { field, inputs } = persona.psbt
  const given = params[field]
  if (typeof given !== 'string') throw providerError(-32602, `${field} is missing`)
  const transaction = Transaction.fromPSBT(field === 'hex' ? fromHex(given) : fromBase64(given))
  if (persona.alters) alterPsbt(transaction, persona.alters, account.key)
  const list = listInputs(inputs, params)
  if (inputs === 'signInputs' && Array.isArray(params.signInputs))
    throw providerError(-32602, 'signInputs is no object')
  if (Array.isArray(list))
    for (const index of list) {
      transaction.signIdx(account.key, Number(index))
    }
  else transaction.sign(account.key)
  const signed = (field === 'hex' ? toHex : toBase64)(transaction.toPSBT())
  if (params.broadcast !== true) return { [field]: signed }
  transaction.finalize()
  if (node !== undefined) await publish(node, transaction.hex)
  return { [field]: signed, [persona.txid]: transaction.id }
}

/** What it is told to sign; anything but a list means all. */
function listInputs(
  inputs: WbipPersona['psbt']['inputs'],
  { signAtIndex, signInputs }: Params,
): unknown {
  if (inputs === 'signAtIndex') return signAtIndex
  if (inputs === 'list')
    return (signInputs as readonly { index: number }[] | undefined)?.map(({ index }) => index)
  return signInputs && Object.values(signInputs).flat()
}

/**
 * A transfer from the payment address, by its node or else to no chain; refused where amounts are
 * not written as the persona wants.
 */
export async function sendTransfer(
  account: WbipAccount,
  { persona, network, node }: { persona: WbipPersona; network: string; node: string | undefined },
  { recipients }: Params,
): Promise<unknown> {
  const list = Array.isArray(recipients)
    ? (recipients as { address: string; amount: unknown }[])
    : []
  if (list.length === 0 || list.some(({ amount }) => typeof amount !== persona.amounts))
    throw providerError(-32602, 'recipients are not as this wallet wants them')
  const to = list.map(({ address, amount }) => ({ address, amount: BigInt(String(amount)) }))
  const txid =
    node === undefined
      ? 'ab'.repeat(32)
      : await sendBitcoin(account.key, { persona, network, node }, to)
  return { [persona.txid]: txid }
}

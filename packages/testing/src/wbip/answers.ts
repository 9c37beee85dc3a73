import { secp256k1 } from '@noble/curves/secp256k1'
import { Transaction } from '@scure/btc-signer'
import { providerError } from '../parts/behavior.ts'
import { alterPsbt } from './alter.ts'
import { fromBase64, fromHex, toBase64, toHex } from './bytes.ts'
import type { MockWbipAddress } from './contract.ts'
import { type BitcoinKind, bitcoinPayment, signBip322, signEcdsa } from './message.ts'
import { networkOfName } from './network.ts'
import type { WbipPersona } from './persona.ts'
import { publishTransaction, sendBitcoin } from './send.ts'
import { stacksAddress } from './stacks.ts'

export interface WbipAccount {
  readonly key: Uint8Array
}
type Params = Readonly<Record<string, unknown>>

/** The addresses of a key on a network: for payments, for ordinals and for Stacks. */
export function addressesOf(
  { key }: WbipAccount,
  persona: WbipPersona,
  network: string,
): readonly MockWbipAddress[] {
  const publicKey = secp256k1.getPublicKey(key, true)
  const addressOf = (kind: BitcoinKind) =>
    bitcoinPayment(kind, publicKey, networkOfName(network)).address ?? ''
  return [
    { address: addressOf(persona.payment), publicKey: toHex(publicKey), purpose: 'payment' },
    { address: addressOf('p2tr'), publicKey: toHex(publicKey.slice(1)), purpose: 'ordinals' },
    {
      address: stacksAddress(publicKey, network.toLowerCase() === 'mainnet'),
      publicKey: toHex(publicKey),
      purpose: 'stacks',
    },
  ]
}

/** Writes the addresses in the persona's format, for the requested purposes only. */
export function writeAddresses(
  addresses: readonly MockWbipAddress[],
  persona: WbipPersona,
  purposes?: unknown,
): readonly object[] {
  const kind = { payment: persona.payment, ordinals: 'p2tr', stacks: 'stacks' } as const
  const requestedPurposes = Array.isArray(purposes) ? (purposes as unknown[]) : undefined
  return addresses
    .filter(({ purpose }) => requestedPurposes?.includes(purpose) ?? true)
    .map(({ address, publicKey, purpose }) => {
      if (persona.marksAddressBy === 'purpose')
        return { address, publicKey, purpose, addressType: kind[purpose], walletType: 'software' }
      if (purpose === 'stacks') return { symbol: 'STX', address, publicKey }
      const derivationPath = "m/84'/0'/0'/0/0"
      return { symbol: 'BTC', type: kind[purpose], address, publicKey, derivationPath }
    })
}

/**
 * Makes the answer to `method`: the wallet's addresses, and for a persona that marks addresses by
 * purpose also their networks, as in sats-connect.
 * https://docs.xverse.app/sats-connect/bitcoin-methods/getaddresses
 */
export function answerAddresses(
  addresses: readonly MockWbipAddress[],
  persona: WbipPersona,
  requestedPurposes: { readonly method: string; readonly params: Params; readonly network: string },
): object {
  const { method, params, network } = requestedPurposes
  const isConnectMethod = method === 'wallet_connect'
  return {
    addresses: writeAddresses(
      addresses,
      persona,
      isConnectMethod ? params.addresses : params.purposes,
    ),
    ...(isConnectMethod && { walletType: 'software' }),
    ...(persona.marksAddressBy === 'purpose' && { network: networksOfBitcoin(network) }),
  }
}

/**
 * Names the wallet's network on Bitcoin, Stacks and Spark in sats-connect's format, for a given
 * Bitcoin network.
 */
function networksOfBitcoin(bitcoin: string): object {
  const isMainnet = bitcoin.toLowerCase() === 'mainnet'
  return {
    bitcoin: { name: bitcoin },
    stacks: { name: isMainnet ? 'mainnet' : 'testnet' },
    spark: { name: isMainnet ? 'mainnet' : 'regtest' },
  }
}

/**
 * Signs a message for an address: ECDSA for payment unless BIP-322 is requested, BIP-322 for
 * ordinals.
 */
export function signMessage(
  account: WbipAccount,
  persona: WbipPersona,
  network: string,
  params: Params,
): unknown {
  const address = addressesOf(account, persona, network).find(
    (candidate) => candidate.address === params.address,
  )
  if (!address || address.purpose === 'stacks') throw providerError(-32001, 'Address mismatch')
  const kind = address.purpose === 'ordinals' ? 'p2tr' : persona.payment
  const usesBip322 = params.protocol === 'BIP322' || kind === 'p2tr'
  const message = String(params.message)
  const signature = usesBip322
    ? signBip322(kind, account.key, networkOfName(network), message)
    : signEcdsa(kind, account.key, message)
  return { signature, address: params.address, protocol: usesBip322 ? 'BIP322' : 'ECDSA' }
}

/**
 * Signs the requested inputs of a PSBT, or every input that the account can sign when none is
 * named.
 */
export async function signPsbt(
  account: WbipAccount,
  { persona, node }: { persona: WbipPersona; node: string | undefined },
  params: Params,
): Promise<unknown> {
  const { field, inputs } = persona.psbt
  const psbtText = params[field]
  if (typeof psbtText !== 'string') throw providerError(-32602, `${field} is missing`)
  const transaction = Transaction.fromPSBT(
    field === 'hex' ? fromHex(psbtText) : fromBase64(psbtText),
  )
  if (persona.alters) alterPsbt(transaction, persona.alters, account.key)
  const inputIndexes =
    inputs === 'list'
      ? (params.signInputs as readonly { index: number }[] | undefined)?.map(({ index }) => index)
      : inputs === 'signAtIndex'
        ? params.signAtIndex
        : params.signInputs && Object.values(params.signInputs).flat()
  if (inputs === 'signInputs' && Array.isArray(params.signInputs))
    throw providerError(-32602, 'signInputs is no object')
  if (Array.isArray(inputIndexes))
    for (const index of inputIndexes) {
      transaction.signIdx(account.key, Number(index))
    }
  else transaction.sign(account.key)
  const signedPsbt = (field === 'hex' ? toHex : toBase64)(transaction.toPSBT())
  if (params.broadcast !== true) return { [field]: signedPsbt }
  transaction.finalize()
  if (node !== undefined) await publishTransaction(node, transaction.hex)
  return { [field]: signedPsbt, [persona.txid]: transaction.id }
}

/**
 * Sends a transfer from the payment address, through `node` if one is given. Throws when the
 * amounts are not in the persona's format.
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
  const outputs = list.map(({ address, amount }) => ({ address, amount: BigInt(String(amount)) }))
  const txid =
    node === undefined
      ? 'ab'.repeat(32)
      : await sendBitcoin(account.key, { persona, network, node }, outputs)
  return { [persona.txid]: txid }
}

import { secp256k1 } from '@noble/curves/secp256k1'
import { Transaction } from '@scure/btc-signer'
import { providerError } from '../parts/behavior.ts'
import { fromBase64 } from '../wbip/bytes.ts'
import { type BitcoinKind, bitcoinPayment, signBip322, signEcdsa } from '../wbip/message.ts'
import { networkOfName } from '../wbip/network.ts'
import type { MockBitcoinAccount } from './contract.ts'

type Fields = Readonly<Record<string, unknown>>
export interface BitcoinAddress {
  readonly address: string
  readonly kind: BitcoinKind
  readonly publicKey: Uint8Array
  readonly purpose: 'payment' | 'ordinals'
}

// CAIP-2 reference in the namespace `bip122`: the first 32 hex digits of the hash of the network's
// first block.
const chains: Readonly<Record<string, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'mainnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'testnet',
  'bip122:00000008819873e925422c1ff0f99f7c': 'signet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

/** The addresses of a key on a network: one for payments, one for ordinals. */
export function bitcoinAddressesOf(
  key: Uint8Array,
  payment: BitcoinKind,
  network: string,
): readonly BitcoinAddress[] {
  const publicKey = secp256k1.getPublicKey(key, true)
  const addressOf = (kind: BitcoinKind, purpose: 'payment' | 'ordinals') => ({
    address: bitcoinPayment(kind, publicKey, networkOfName(network)).address ?? '',
    kind,
    publicKey: kind === 'p2tr' ? publicKey.slice(1) : publicKey,
    purpose,
  })
  return [addressOf(payment, 'payment'), addressOf('p2tr', 'ordinals')]
}

/** The parts of a mock wallet that the code for approving requests uses. */
export interface BitcoinApprover {
  network(): string
  /** Switches the wallet's network and emits the change event. */
  changeNetwork(network: string): void
  authorize(isAuthorized: boolean): void
  accounts(): readonly MockBitcoinAccount[]
  /**
   * The key and address of an account object that this wallet created; throws error 4100 for any
   * other object.
   */
  signer(account: unknown): BitcoinAddress & { readonly key: Uint8Array }
}

/** Answers a request as a correct wallet does when its owner approves. */
export function approveBitcoin(
  wallet: BitcoinApprover,
  feature: string,
  params: readonly unknown[],
): unknown {
  const inputs = params as readonly Fields[]
  switch (feature) {
    case 'bitcoin:connect': {
      const { purposes } = inputs[0] ?? {}
      if (!Array.isArray(purposes)) throw providerError(-32602, 'purposes are missing')
      wallet.authorize(true)
      return {
        accounts: wallet.accounts().filter(({ purpose }) => !purpose || purposes.includes(purpose)),
      }
    }
    case 'bitcoin:disconnect':
      return wallet.authorize(false)
    case 'bitcoin:switchNetwork': {
      const name = chains[String(params[0])]
      if (!name) throw providerError(-32602, 'no such network')
      return wallet.changeNetwork(name)
    }
    case 'bitcoin:signMessage':
      return inputs.map(({ account, message }) => {
        const { kind, key } = wallet.signer(account)
        const messageText = new TextDecoder().decode(message as Uint8Array)
        const network = networkOfName(wallet.network())
        const signature =
          kind === 'p2tr'
            ? signBip322(kind, key, network, messageText)
            : signEcdsa(kind, key, messageText)
        return { signedMessage: message, signature: fromBase64(signature) }
      })
    case 'bitcoin:signTransaction':
      return inputs.map(({ psbt, inputsToSign }) => {
        const transaction = Transaction.fromPSBT(psbt as Uint8Array)
        for (const { account, signingIndexes } of inputsToSign as readonly Fields[]) {
          const { key } = wallet.signer(account)
          for (const index of signingIndexes as readonly number[]) {
            transaction.signIdx(key, index)
          }
        }
        return { signedPsbt: transaction.toPSBT() }
      })
  }
  throw providerError(4200, `The feature "${feature}" is not supported.`)
}

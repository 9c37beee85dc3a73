import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { AccountId } from '@latchkey/protocol'
import { base58, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, WIF } from '@scure/btc-signer'
import { hashMessage } from '@stacks/encryption'
import {
  getAddressFromPrivateKey,
  publicKeyFromSignatureRsv,
  signMessageHashRsv,
} from '@stacks/transactions'
import { Signer } from 'bip322-js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { SiwxChallenge } from '../src/stores/siwx-store.ts'

/**
 * A wallet for tests with one account. It signs any text, with a library that is independent of the
 * code under test.
 */
export interface TestWallet {
  readonly account: AccountId
  readonly family: string
  sign(message: string): Promise<string>
}

export function evmWallet(chain = '1', key = generatePrivateKey()): TestWallet {
  const account = privateKeyToAccount(key)
  return {
    account: `eip155:${chain}:${account.address}`,
    family: 'Ethereum',
    sign: (message) => account.signMessage({ message }),
  }
}

/** A Solana wallet that signs with OpenSSL. */
export function solanaWallet(
  chain = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  seed: Uint8Array = crypto.getRandomValues(new Uint8Array(32)),
): TestWallet {
  // The PKCS #8 encoding of an Ed25519 key consists of this prefix and the seed.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    account: `solana:${chain}:${base58.encode(Buffer.from(x, 'base64url'))}`,
    family: 'Solana',
    sign: async (message) => base58.encode(sign(null, Buffer.from(message), key)),
  }
}

export const bitcoinKinds = ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'] as const
export type BitcoinKind = (typeof bitcoinKinds)[number]
export const bitcoinMainnet = 'bip122:000000000019d6689c085ae165831e93'

/**
 * A Bitcoin wallet that signs with bip322-js: in BIP-322's simple format, and for P2PKH in the
 * format before it.
 */
export function bitcoinWallet(
  kind: BitcoinKind = 'p2wpkh',
  key: Uint8Array = hex.decode(generatePrivateKey().slice(2)),
): TestWallet {
  const publicKey = hex.decode(privateKeyToAccountKey(key))
  const address = {
    p2wpkh: () => p2wpkh(publicKey).address,
    p2tr: () => p2tr(publicKey.slice(1)).address,
    p2sh: () => p2sh(p2wpkh(publicKey)).address,
    p2pkh: () => p2pkh(publicKey).address,
  }[kind]()
  if (address === undefined) throw new Error('no address')
  const wif = WIF(NETWORK).encode(key)
  return {
    account: `${bitcoinMainnet}:${address}`,
    family: 'Bitcoin',
    sign: async (message) => Signer.sign(wif, address, message),
  }
}

function privateKeyToAccountKey(key: Uint8Array): string {
  const { publicKey } = privateKeyToAccount(`0x${hex.encode(key)}`)
  const isOdd = Number.parseInt(publicKey.slice(-1), 16) % 2 === 1
  return `${isOdd ? '03' : '02'}${publicKey.slice(4, 68)}`
}

/** A Stacks wallet that signs with @stacks/transactions. */
export function stacksWallet(
  network: 'mainnet' | 'testnet' = 'mainnet',
  privateKey: string = `${generatePrivateKey().slice(2)}01`,
): TestWallet {
  const chain = network === 'mainnet' ? '1' : '2147483648'
  return {
    account: `stacks:${chain}:${getAddressFromPrivateKey(privateKey, network)}`,
    family: 'Stacks',
    async sign(message) {
      const messageHash = hex.encode(hashMessage(message))
      const signature = signMessageHashRsv({ messageHash, privateKey })
      // This call throws when the library cannot recover a key from the signature that it made.
      publicKeyFromSignatureRsv(messageHash, signature)
      return signature
    },
  }
}

/** Creates a wallet of each chain family. */
export const familyWallets = {
  eip155: evmWallet,
  solana: solanaWallet,
  bip122: bitcoinWallet,
  stacks: stacksWallet,
} as const
export const families = ['eip155', 'solana', 'bip122', 'stacks'] as const

/** Formats a challenge as the text of CAIP-122, independently of the code under test. */
export function textOf(challenge: SiwxChallenge, { account, family }: TestWallet): string {
  const [, reference = '', address = ''] = account.split(':')
  return [
    `${challenge.domain} wants you to sign in with your ${family} account:`,
    address,
    '',
    ...(challenge.statement === undefined ? [''] : [challenge.statement, '']),
    `URI: ${challenge.uri}`,
    'Version: 1',
    `Chain ID: ${reference}`,
    `Nonce: ${challenge.nonce}`,
    `Issued At: ${challenge.issuedAt}`,
    `Expiration Time: ${challenge.expirationTime}`,
    ...(challenge.notBefore === undefined ? [] : [`Not Before: ${challenge.notBefore}`]),
    ...(challenge.requestId === undefined ? [] : [`Request ID: ${challenge.requestId}`]),
    ...(challenge.resources ? ['Resources:', ...challenge.resources.map((one) => `- ${one}`)] : []),
  ].join('\n')
}

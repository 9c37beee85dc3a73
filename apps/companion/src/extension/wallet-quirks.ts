import { type FamilyAddress, ProviderError } from '@latchkey/signer'
import type { Persona } from './messages.ts'

type WalletParams = Readonly<Record<string, unknown>>
type Addresses = readonly FamilyAddress[]

/** How an imitated wallet writes requests and answers; data and small functions. */
export interface WalletQuirks {
  readonly methods: readonly string[]
  /** Types that an amount may have. */
  readonly amounts: readonly string[]
  ofPurposes(addresses: Addresses, asked: WalletParams): Addresses
  writeAddresses(addresses: Addresses): { readonly addresses: readonly object[] }
  /** Reads the request as the signer's `{ psbt, inputs?, broadcast? }`. */
  readPsbt(asked: WalletParams, addresses: Addresses): object
  writePsbt(psbt: string): object
  /** Reads the request as the signer's `{ message, address?, protocol? }`. */
  readMessage(asked: WalletParams, addresses: Addresses): object
  readStacks(verb: string, asked: WalletParams, addresses: Addresses): object
}

const stacks = [
  'stx_getAddresses',
  'stx_transferStx',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
  'stx_callContract',
  'stx_deployContract',
  'stx_signTransaction',
  'stx_signMessage',
  'stx_signStructuredMessage',
]
const bitcoin = ['getAddresses', 'sendTransfer', 'signPsbt', 'signMessage']
const wallet = ['wallet_connect', 'wallet_disconnect', 'wallet_changeNetwork', 'wallet_getNetwork']
const permissions = [
  'wallet_requestPermissions',
  'wallet_renouncePermissions',
  'wallet_getWalletType',
]
const types = { payment: 'p2wpkh', ordinals: 'p2tr', stacks: 'stacks', account: '' } as const

/** This wallet's own form: exactly WBIP. */
const companion: WalletQuirks = {
  methods: [
    ...bitcoin,
    ...stacks,
    'stx_getAccounts',
    'getInfo',
    'wallet_connect',
    'wallet_disconnect',
  ],
  amounts: ['number', 'string'],
  ofPurposes,
  writeAddresses: (addresses) => ({
    addresses: addresses.map((one) => ({
      ...bySymbol(one),
      purpose: one.purpose,
      addressType: types[one.purpose],
    })),
  }),
  readPsbt: (asked) => ({
    psbt: asked.psbt,
    inputs: listOf(asked.signInputs, asked.allowedSighash),
    broadcast: asked.broadcast,
  }),
  writePsbt: (psbt) => ({ psbt }),
  readMessage: ({ message, address, protocol }) => ({ message, address, protocol }),
  readStacks: (_verb, asked) => withoutNetwork(asked),
}

/**
 * Like Leather: PSBT in hex and inputs by number, addresses by symbol, amounts as text, no public
 * key with a message.
 */
const leather: WalletQuirks = {
  ...companion,
  methods: [...bitcoin, ...stacks],
  amounts: ['string'],
  ofPurposes: (addresses) => addresses,
  writeAddresses: (addresses) => ({ addresses: addresses.map(bySymbol) }),
  readPsbt: ({ hex, signAtIndex, allowedSighash, broadcast }) => ({
    psbt: toBase64(bytesOf(hex)),
    inputs: listOf(typeof signAtIndex === 'number' ? [signAtIndex] : signAtIndex, allowedSighash),
    broadcast,
  }),
  writePsbt: (psbt) => ({ hex: toHex(psbt) }),
  readMessage({ message, paymentType = 'p2wpkh' }, addresses) {
    const purpose = paymentType === 'p2tr' ? 'ordinals' : 'payment'
    return {
      message,
      protocol: 'BIP322',
      address: addresses.find((one) => one.purpose === purpose)?.address,
    }
  },
  readStacks(verb, asked) {
    if (verb === 'stx_signMessage' && 'publicKey' in asked)
      throw invalidParams('publicKey is not known')
    return { ...withoutNetwork(asked), ...(verb === 'stx_signTransaction' && { broadcast: false }) }
  },
}

/**
 * Like Xverse: `wallet_connect`, purposes, amounts as numbers, inputs by address, a public key with
 * a message, transactions sent by default.
 */
const xverse: WalletQuirks = {
  ...companion,
  methods: [
    ...bitcoin,
    ...stacks,
    ...wallet,
    ...permissions,
    'getInfo',
    'getAccounts',
    'stx_getAccounts',
    'wallet_getAccount',
  ],
  amounts: ['number'],
  writeAddresses(addresses) {
    const written = addresses.map(({ address, publicKey, purpose }) => ({
      address,
      publicKey,
      purpose,
      addressType: types[purpose],
      walletType: 'software',
    }))
    const network = { bitcoin: { name: 'Regtest' }, stacks: { name: 'Devnet' } }
    return { id: 'companion', addresses: written, walletType: 'software', network } as {
      addresses: typeof written
    }
  },
  readPsbt({ psbt, signInputs, broadcast }) {
    if (
      signInputs !== undefined &&
      (typeof signInputs !== 'object' || signInputs === null || Array.isArray(signInputs))
    )
      throw invalidParams('signInputs must name inputs by address')
    const inputs = Object.entries((signInputs ?? {}) as Record<string, unknown>).flatMap(
      ([address, list]) =>
        (Array.isArray(list) ? list : []).map((index: unknown) => ({ index, address })),
    )
    return { psbt, broadcast, ...(signInputs !== undefined && { inputs }) }
  },
  readStacks(verb, asked, addresses) {
    const own = addresses.find(({ family }) => family === 'stacks')?.publicKey
    if (verb === 'stx_signMessage' && asked.publicKey !== own)
      throw invalidParams('publicKey must be that of the account')
    return {
      ...withoutNetwork(asked),
      ...(verb === 'stx_signTransaction' && { broadcast: asked.broadcast !== false }),
    }
  },
}

export function walletQuirksOf(persona: Persona): WalletQuirks {
  return { companion, leather, xverse }[persona]
}

function ofPurposes(
  addresses: Addresses,
  { addresses: wanted, purposes = wanted }: WalletParams,
): Addresses {
  return Array.isArray(purposes) && purposes.length > 0
    ? addresses.filter(({ purpose }) => purposes.includes(purpose))
    : addresses
}

function bySymbol({ family, purpose, address, publicKey, path }: FamilyAddress): object {
  return family === 'stacks'
    ? { symbol: 'STX', address, publicKey, derivationPath: path }
    : { symbol: 'BTC', type: types[purpose], address, publicKey, derivationPath: path }
}

/** Inputs by number, or as objects with an index. */
function listOf(value: unknown, sighashes: unknown): readonly object[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw invalidParams('inputs must be a list')
  const allowed = sighashesOf(sighashes)
  return value.map((one: unknown) => {
    if (typeof one === 'number') return { index: one, ...allowed }
    const { index, address, allowedSighash } = (one ?? {}) as WalletParams
    return { index, address, ...(sighashesOf(allowedSighash) ?? allowed) }
  })
}

const names: Readonly<Record<string, number>> = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3 }

function sighashesOf(value: unknown): { readonly sighashes: readonly unknown[] } | undefined {
  if (value === undefined) return undefined
  const list = Array.isArray(value) ? value : [value]
  return { sighashes: list.map((one: unknown) => (typeof one === 'string' ? names[one] : one)) }
}

function withoutNetwork({ network: _network, ...asked }: WalletParams): object {
  return asked
}

function bytesOf(hex: unknown): readonly number[] {
  if (typeof hex !== 'string' || !/^([0-9a-f]{2})+$/i.test(hex))
    throw invalidParams('hex must be a PSBT in hex')
  return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

function toBase64(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}

function toHex(base64: string): string {
  return Array.from(atob(base64), (letter) =>
    letter.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('')
}

function invalidParams(message: string): ProviderError {
  return new ProviderError(-32602, message)
}

import { type FamilyAddress, ProviderError } from '@latchkey/signer'
import type { Persona } from './messages.ts'

type WalletParams = Readonly<Record<string, unknown>>
type Addresses = readonly FamilyAddress[]

/** How an imitated wallet writes its requests and answers. */
export interface WalletQuirks {
  readonly methods: readonly string[]
  /** JavaScript types in which a page may give an amount of money. */
  readonly amounts: readonly string[]
  ofPurposes(addresses: Addresses, params: WalletParams): Addresses
  writeAddresses(addresses: Addresses): { readonly addresses: readonly object[] }
  /** Converts the page's request to sign a PSBT to the signer's `{ psbt, inputs?, broadcast? }`. */
  readPsbt(params: WalletParams, addresses: Addresses): object
  writePsbt(psbt: string): object
  /**
   * Converts the page's request to sign a message to the signer's `{ message, address?, protocol?
   * }`.
   */
  readMessage(params: WalletParams, addresses: Addresses): object
  readStacks(verb: string, params: WalletParams, addresses: Addresses): object
}

const stacksMethods = [
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
const addressTypes = { payment: 'p2wpkh', ordinals: 'p2tr', stacks: 'stacks', account: '' } as const

/** The formats of this wallet itself, which follows WBIP exactly. */
const companion: WalletQuirks = {
  methods: [
    ...bitcoin,
    ...stacksMethods,
    'stx_getAccounts',
    'getInfo',
    'wallet_connect',
    'wallet_disconnect',
  ],
  amounts: ['number', 'string'],
  ofPurposes: filterByPurposes,
  writeAddresses: (addresses) => ({
    addresses: addresses.map((walletAddress) => ({
      ...toSymbolAddress(walletAddress),
      purpose: walletAddress.purpose,
      addressType: addressTypes[walletAddress.purpose],
    })),
  }),
  readPsbt: (params) => ({
    psbt: params.psbt,
    inputs: inputListOf(params.signInputs, params.allowedSighash),
    broadcast: params.broadcast,
  }),
  writePsbt: (psbt) => ({ psbt }),
  readMessage: ({ message, address, protocol }) => ({ message, address, protocol }),
  readStacks: (_verb, params) => withoutNetwork(params),
}

/**
 * Imitates Leather: PSBTs are hex, inputs are numbers, addresses are marked by symbol, amounts are
 * text, and a request to sign a message has no public key.
 */
const leather: WalletQuirks = {
  ...companion,
  methods: [...bitcoin, ...stacksMethods],
  amounts: ['string'],
  ofPurposes: (addresses) => addresses,
  writeAddresses: (addresses) => ({ addresses: addresses.map(toSymbolAddress) }),
  readPsbt: ({ hex, signAtIndex, allowedSighash, broadcast }) => ({
    psbt: toBase64(bytesOf(hex)),
    inputs: inputListOf(
      typeof signAtIndex === 'number' ? [signAtIndex] : signAtIndex,
      allowedSighash,
    ),
    broadcast,
  }),
  writePsbt: (psbt) => ({ hex: toHex(psbt) }),
  readMessage({ message, paymentType = 'p2wpkh' }, addresses) {
    const purpose = paymentType === 'p2tr' ? 'ordinals' : 'payment'
    return {
      message,
      protocol: 'BIP322',
      address: addresses.find((walletAddress) => walletAddress.purpose === purpose)?.address,
    }
  },
  readStacks(verb, params) {
    if (verb === 'stx_signMessage' && 'publicKey' in params)
      throw invalidParams('publicKey is not known')
    return {
      ...withoutNetwork(params),
      ...(verb === 'stx_signTransaction' && { broadcast: false }),
    }
  },
}

/**
 * Imitates Xverse: pages connect by `wallet_connect`, addresses are marked by purpose, amounts are
 * numbers, a PSBT's inputs are listed by address, a request to sign a Stacks message needs the
 * public key, and signed Stacks transactions are broadcast unless the page forbids it.
 */
const xverse: WalletQuirks = {
  ...companion,
  methods: [
    ...bitcoin,
    ...stacksMethods,
    ...wallet,
    ...permissions,
    'getInfo',
    'getAccounts',
    'stx_getAccounts',
    'wallet_getAccount',
  ],
  amounts: ['number'],
  writeAddresses(addresses) {
    const addressList = addresses.map(({ address, publicKey, purpose }) => ({
      address,
      publicKey,
      purpose,
      addressType: addressTypes[purpose],
      walletType: 'software',
    }))
    const network = { bitcoin: { name: 'Regtest' }, stacks: { name: 'Devnet' } }
    return { id: 'companion', addresses: addressList, walletType: 'software', network } as {
      addresses: typeof addressList
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
  readStacks(verb, params, addresses) {
    const stacksPublicKey = addresses.find(({ family }) => family === 'stacks')?.publicKey
    if (verb === 'stx_signMessage' && params.publicKey !== stacksPublicKey)
      throw invalidParams('publicKey must be that of the account')
    return {
      ...withoutNetwork(params),
      ...(verb === 'stx_signTransaction' && { broadcast: params.broadcast !== false }),
    }
  },
}

export function walletQuirksOf(persona: Persona): WalletQuirks {
  return { companion, leather, xverse }[persona]
}

function filterByPurposes(
  addresses: Addresses,
  { addresses: requestedAddresses, purposes = requestedAddresses }: WalletParams,
): Addresses {
  return Array.isArray(purposes) && purposes.length > 0
    ? addresses.filter(({ purpose }) => purposes.includes(purpose))
    : addresses
}

function toSymbolAddress({ family, purpose, address, publicKey, path }: FamilyAddress): object {
  return family === 'stacks'
    ? { symbol: 'STX', address, publicKey, derivationPath: path }
    : { symbol: 'BTC', type: addressTypes[purpose], address, publicKey, derivationPath: path }
}

/** Reads inputs that are given as numbers, or as objects with an index. */
function inputListOf(value: unknown, sighashes: unknown): readonly object[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw invalidParams('inputs must be a list')
  const allowedSighashes = sighashesOf(sighashes)
  return value.map((walletAddress: unknown) => {
    if (typeof walletAddress === 'number') return { index: walletAddress, ...allowedSighashes }
    const { index, address, allowedSighash } = (walletAddress ?? {}) as WalletParams
    return { index, address, ...(sighashesOf(allowedSighash) ?? allowedSighashes) }
  })
}

const sighashNumbers: Readonly<Record<string, number>> = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3 }

function sighashesOf(value: unknown): { readonly sighashes: readonly unknown[] } | undefined {
  if (value === undefined) return undefined
  const list = Array.isArray(value) ? value : [value]
  return {
    sighashes: list.map((walletAddress: unknown) =>
      typeof walletAddress === 'string' ? sighashNumbers[walletAddress] : walletAddress,
    ),
  }
}

function withoutNetwork({ network: _network, ...params }: WalletParams): object {
  return params
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

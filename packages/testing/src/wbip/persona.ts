import type { PsbtAlteration } from './alter.ts'
import type { BitcoinKind } from './message.ts'

/** How wallets for Bitcoin and Stacks differ, as far as public facts tell: data only. */
export interface WbipPersona {
  /** Dotted path it stands at. */
  readonly path: string
  readonly name: string
  /** Lists of the page it puts itself into. */
  readonly registries: readonly string[]
  /** Properties beside `request`. */
  readonly marks: Readonly<Record<string, unknown>>
  /** How its payment address is made. */
  readonly payment: BitcoinKind
  /**
   * Its request for addresses, by name; one that has another has `getAddresses` too, in which
   * purposes are named `purposes`.
   */
  readonly connect: 'getAddresses' | 'wallet_connect'
  /** How it marks an address in its answer. */
  readonly marksAddressBy: 'symbol' | 'purpose'
  readonly networks: readonly string[]
  readonly amounts: 'string' | 'number'
  /** How it is told which inputs to sign: numbers, numbers by address, a list with addresses. */
  readonly psbt: {
    readonly field: 'hex' | 'psbt'
    readonly inputs: 'signAtIndex' | 'signInputs' | 'list'
  }
  readonly txid: 'txid' | 'txId'
  /** Whether errors come as answers or are thrown, envelope and all. */
  readonly errors: 'answered' | 'thrown'
  /** What it changes in a PSBT before it signs it; absent for honest wallets. */
  readonly alters?: PsbtAlteration
  readonly canDisconnect: boolean
  readonly hasEvents: boolean
}

const doNothing = () => {}

/** Two wallets that differ as Leather and Xverse do. */
export const wbipPersonas: { readonly plain: WbipPersona; readonly rich: WbipPersona } = {
  plain: {
    path: 'LeatherProvider',
    name: 'Leather',
    registries: [],
    marks: { isLeather: true },
    payment: 'p2wpkh',
    connect: 'getAddresses',
    marksAddressBy: 'symbol',
    networks: ['mainnet', 'testnet', 'signet', 'regtest'],
    amounts: 'string',
    psbt: { field: 'hex', inputs: 'signAtIndex' },
    txid: 'txid',
    errors: 'thrown',
    canDisconnect: false,
    hasEvents: false,
  },
  rich: {
    path: 'XverseProviders.BitcoinProvider',
    name: 'Xverse Wallet',
    registries: ['btc_providers', 'wbip_providers'],
    marks: { signMultipleTransactions: doNothing, createRepeatInscriptions: doNothing },
    payment: 'p2sh',
    connect: 'wallet_connect',
    marksAddressBy: 'purpose',
    networks: ['Mainnet', 'Testnet4', 'Signet', 'Regtest'],
    amounts: 'number',
    psbt: { field: 'psbt', inputs: 'signInputs' },
    txid: 'txid',
    errors: 'answered',
    canDisconnect: true,
    hasEvents: true,
  },
}

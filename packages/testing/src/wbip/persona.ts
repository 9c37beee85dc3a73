import type { PsbtAlteration } from './alter.ts'
import type { BitcoinKind } from './message.ts'

/** How a simulated wallet for Bitcoin and Stacks behaves where published wallets differ. */
export interface WbipPersona {
  /** Dotted path of the wallet's object on the page's `window`. */
  readonly path: string
  readonly name: string
  /** Names of the lists on `window` in which the wallet registers. */
  readonly registries: readonly string[]
  /** Properties of the wallet's object other than `request`. */
  readonly marks: Readonly<Record<string, unknown>>
  /** Type of the wallet's payment address. */
  readonly payment: BitcoinKind
  /**
   * Method by which the wallet gives its addresses. A wallet with `wallet_connect` also has
   * `getAddresses`, with the parameter `purposes`.
   */
  readonly connect: 'getAddresses' | 'wallet_connect'
  /**
   * How the wallet's answer marks the purpose of an address: by a symbol or by the purpose's name.
   */
  readonly marksAddressBy: 'symbol' | 'purpose'
  readonly networks: readonly string[]
  readonly amounts: 'string' | 'number'
  /**
   * How a page names the inputs to sign: as indexes, as indexes by address, or as a list with
   * addresses.
   */
  readonly psbt: {
    readonly field: 'hex' | 'psbt'
    readonly inputs: 'signAtIndex' | 'signInputs' | 'list'
  }
  readonly txid: 'txid' | 'txId'
  /** Whether the wallet returns or throws its error answers; both are JSON-RPC envelopes. */
  readonly errors: 'answered' | 'thrown'
  /** How a dishonest wallet changes a PSBT before it signs; absent for honest wallets. */
  readonly alters?: PsbtAlteration
  readonly canDisconnect: boolean
  readonly hasEvents: boolean
}

const doNothing = () => {}

/** Two personas, which differ like Leather and Xverse. */
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

/** How to send requests to a wallet; `dialect/request-senders.ts` implements each kind. */
export type Manner = 'plain' | 'by-address' | 'by-address-with-key' | 'hex-psbt' | 'unisat' | 'okx'

/** Built-in facts of a wallet. */
export interface KnownWallet {
  /** Dotted path on the page, which is the wallet's key in catalogues. */
  readonly path: string
  readonly name: string
  readonly manner: Manner
  /** Methods that its object must have, default `request`; an object without them is not listed. */
  readonly methods?: readonly string[]
  /** Properties that mark the object as another wallet's. */
  readonly foreign?: readonly string[]
  /** Properties by which the wallet is recognised when it is not at its known path. */
  readonly marks?: readonly string[]
  /** Whether the wallet has no Stacks accounts. */
  readonly isBitcoinOnly?: boolean
}

const unisatMethods = ['requestAccounts', 'getPublicKey', 'signMessage'] as const

/** Wallets identified by path and properties. Order matters: the first match wins. */
export const wallets: readonly KnownWallet[] = [
  { path: 'LeatherProvider', name: 'Leather', manner: 'hex-psbt', marks: ['isLeather'] },
  {
    path: 'FordefiProviders.UtxoProvider',
    name: 'Fordefi',
    manner: 'by-address',
    marks: ['isFordefi'],
  },
  {
    path: 'XverseProviders.BitcoinProvider',
    name: 'Xverse Wallet',
    manner: 'by-address-with-key',
    marks: ['signMultipleTransactions', 'createRepeatInscriptions'],
  },
  { path: 'AsignaProvider', name: 'Asigna Multisig', manner: 'plain' },
  {
    path: 'magicEden.bitcoin',
    name: 'Magic Eden Wallet',
    manner: 'plain',
    marks: ['isMagicEden'],
    isBitcoinOnly: true,
  },
  {
    path: 'unisat',
    name: 'UniSat Wallet',
    manner: 'unisat',
    methods: unisatMethods,
    foreign: ['isBinance', 'isBitKeep'],
    isBitcoinOnly: true,
  },
  {
    path: 'bitkeep.unisat',
    name: 'Bitget Wallet',
    manner: 'unisat',
    methods: unisatMethods,
    isBitcoinOnly: true,
  },
  {
    path: 'binancew3w.bitcoin',
    name: 'Binance Wallet',
    manner: 'unisat',
    methods: unisatMethods,
    isBitcoinOnly: true,
  },
  {
    path: 'okxwallet.bitcoin',
    name: 'OKX Wallet',
    manner: 'okx',
    methods: ['connect', 'signMessage'],
    isBitcoinOnly: true,
  },
]

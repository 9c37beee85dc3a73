/**
 * The kinds of wallets, by the way in which requests are sent to them; `dialect/request-senders.ts`
 * implements each kind.
 */
export type Manner = 'plain' | 'by-address' | 'by-address-with-key' | 'hex-psbt' | 'unisat' | 'okx'

/** What Latchkey knows of a Bitcoin or Stacks wallet in advance. */
export interface KnownWallet {
  /**
   * Dotted path of the wallet's object on `window`, which is also the wallet's key in catalogues.
   */
  readonly path: string
  readonly name: string
  readonly manner: Manner
  /**
   * Methods that the wallet's object must have, default `request`; an object without them is not
   * listed.
   */
  readonly methods?: readonly string[]
  /** Properties by which an object at this path is recognised as another wallet's. */
  readonly foreign?: readonly string[]
  /** Properties by which the wallet is recognised when it is not at its known path. */
  readonly marks?: readonly string[]
  /** Whether the wallet has no Stacks accounts. */
  readonly isBitcoinOnly?: boolean
}

const unisatMethods = ['requestAccounts', 'getPublicKey', 'signMessage'] as const

/** The wallets that are known by their path and properties. Order matters: the first match wins. */
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

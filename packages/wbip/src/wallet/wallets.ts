/** How a wallet is spoken to; `quirks.ts` tells what each means. */
export type Manner = 'plain' | 'by-address' | 'by-address-with-key' | 'hex-psbt' | 'unisat' | 'okx'

/** What is known of a wallet before it is asked anything. */
export interface KnownWallet {
  /** Dotted path on the page: the key catalogues know it by. */
  readonly path: string
  readonly name: string
  readonly manner: Manner
  /** Methods its object must have, default `request`; whoever lacks one is not listed. */
  readonly methods?: readonly string[]
  /** Properties that say the object is somebody else's. */
  readonly foreign?: readonly string[]
  /** Properties by which it is known at a path of its own choice. */
  readonly marks?: readonly string[]
  /** Bitcoin only: it has no Stacks accounts. */
  readonly isBitcoinOnly?: boolean
}

const unisatMethods = ['requestAccounts', 'getPublicKey', 'signMessage'] as const

/**
 * Wallets that are known by their path and marks. Their order matters: the first whose marks fit is
 * meant.
 */
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

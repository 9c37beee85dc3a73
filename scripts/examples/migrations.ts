import type { Example } from './examples.ts'
import { mockLeatherWallet, mockXverseWallet } from './mock-bitcoin-wallets.ts'
import { mockEvmWallet, mockPhantomWallet, mockSolanaWallet } from './mock-wallets.ts'
import { visitBitcoinPage, visitStacksPage } from './visit-bitcoin-page.ts'
import { visitOnchainPage, visitOwnPage, visitWagmiPage } from './visit-evm-page.ts'
import { visitSolanaPage } from './visit-solana-page.ts'

/** A library that pages come from, with what its example app can do. */
interface Migration {
  /** Folder below `examples/migrations`, and name of the guide in `docs/migrating`. */
  readonly name: string
  /** Script that stands a wallet in the page. */
  readonly wallet: string
  /** What a visitor does, before and after alike. */
  readonly visit: Example['visit']
  /** Whether the codemod knows the library: what it makes of the app before is visited too. */
  readonly hasCodemod?: boolean
}

/** Every library with a guide in `docs/migrating`. */
export const migrations: readonly Migration[] = [
  { name: 'rainbowkit', wallet: mockEvmWallet, visit: visitWagmiPage, hasCodemod: true },
  { name: 'connectkit', wallet: mockEvmWallet, visit: visitWagmiPage, hasCodemod: true },
  { name: 'appkit', wallet: mockEvmWallet, visit: visitWagmiPage },
  { name: 'web3-onboard', wallet: mockEvmWallet, visit: visitOwnPage },
  { name: 'solana-wallet-adapter', wallet: mockSolanaWallet, visit: visitSolanaPage },
  { name: 'onchainkit', wallet: mockPhantomWallet, visit: visitOnchainPage },
  { name: 'sats-connect', wallet: mockXverseWallet, visit: visitBitcoinPage },
  { name: 'stacks-connect', wallet: mockLeatherWallet, visit: visitStacksPage },
]

/**
 * The app before and the app after each migration, and the former as the codemod rewrites it. The
 * app before may ask its vendor's servers, which are answered with nothing; the others may ask none
 * but the node that they name.
 */
export const migrationExamples: readonly Example[] = migrations.flatMap(
  ({ name, wallet, visit, hasCodemod }) => {
    const folder = `migrations/${name}`
    const shared = { serve: { folder: 'dist' }, wallet, visit }
    const after = { ...shared, otherHosts: ['rpc.example'] }
    return [
      { ...shared, name: `${folder}/before`, otherHosts: 'any' as const },
      { ...after, name: `${folder}/after` },
      ...(hasCodemod
        ? [
            {
              ...after,
              name: `${folder}/codemod`,
              folder: `${folder}/after`,
              rewrittenFrom: `${folder}/before`,
            },
          ]
        : []),
    ]
  },
)

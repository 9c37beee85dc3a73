import { join } from 'node:path'
import type { Example } from './examples.ts'
import { mockEvmWallet } from './mock-wallets.ts'
import { visitEvmPage } from './visit-evm-page.ts'

/** A library that pages come from, with what its example app can do. */
interface Migration {
  /** Folder below `examples/migrations`, and name of the guide in `docs/migrating`. */
  readonly name: string
  /** Script that stands a wallet in the page. */
  readonly wallet: string
  /** What a visitor does, before and after alike. */
  readonly visit: Example['visit']
}

/** Every library with a guide in `docs/migrating`. */
export const migrations: readonly Migration[] = [
  { name: 'rainbowkit', wallet: mockEvmWallet, visit: visitEvmPage },
  { name: 'connectkit', wallet: mockEvmWallet, visit: visitEvmPage },
]

/**
 * The app before and the app after each migration. The former may ask its vendor's servers, which
 * are answered with nothing; the latter may ask none but the node that it names.
 */
export const migrationExamples: readonly Example[] = migrations.flatMap(({ name, wallet, visit }) =>
  (['before', 'after'] as const).map((state) => ({
    name: join('migrations', name, state).replaceAll('\\', '/'),
    serve: { folder: 'dist' },
    wallet,
    otherHosts: state === 'before' ? 'any' : ['rpc.example'],
    visit,
  })),
)

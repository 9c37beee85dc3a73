import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../recipe.ts'

const id = 'recipewallet'

interface WalletFile {
  readonly rank: number
  readonly sources: Readonly<Record<string, readonly string[]>>
}

/** A wallet that only its name, its family and its page are known of. */
export function addWallet(root: string): Recipe {
  const folder = join(root, 'packages/catalog/data/wallets')
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as WalletFile
  const ranks = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(name).rank)
  const copied = read('rabby.json')
  const { name, families, homepage } = copied.sources
  const wallet = {
    ...copied,
    id,
    name: 'Recipe Wallet',
    rank: Math.max(...ranks) + 1,
    homepage: 'https://recipe.example',
    explorerId: null,
    otherExplorerIds: [],
    rdns: null,
    injected: [],
    stores: {
      chrome: null,
      firefox: null,
      edge: null,
      safari: null,
      appStore: null,
      playStore: null,
    },
    colorOrigin: 'id',
    sources: { name, families, homepage },
  }
  return {
    name: 'wallet',
    files: {
      [`packages/catalog/data/wallets/${id}.json`]: `${JSON.stringify(wallet, null, 2)}\n`,
      'packages/catalog/src/recipe-wallet.test.ts': test,
    },
    edits: [],
    generate: [['scripts/catalog.ts', '--tile', id], ['scripts/catalog.ts']],
    tests: ['packages/catalog', 'scripts/catalog'],
  }
}

const test = `import { expect, test } from 'vitest'
import { allWallets, searchAllWallets } from './all-wallets.ts'

test('default: the wallet is in the list, and found by its name', () => {
  expect(allWallets().map(({ id }) => id)).toContain('${id}')
  expect(searchAllWallets('Recipe W').map(({ id }) => id)).toEqual(['${id}'])
})
`

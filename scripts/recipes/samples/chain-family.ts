import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../recipe.ts'

const manifest = {
  name: '@latchkey/toy',
  version: '0.1.0',
  private: true,
  description: 'Adapter for the toy chain',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  files: ['dist'],
  exports: {
    '.': {
      'latchkey-source': './src/index.ts',
      types: './dist/index.d.mts',
      default: './dist/index.mjs',
    },
  },
  dependencies: { '@latchkey/core': '0.1.0', '@latchkey/protocol': '0.1.0' },
  devDependencies: { '@latchkey/evm': '0.1.0', '@latchkey/testing': '0.1.0' },
}

/** The family of `tests/worlds/toy-chain`, as a package of its own. */
export function addChainFamily(root: string): Recipe {
  const home = join(root, 'tests/worlds/toy-chain')
  const files = Object.fromEntries(
    ['src', 'test'].flatMap((room) =>
      readdirSync(join(home, room), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => [
          `packages/toy/${room}/${path.replaceAll('\\', '/')}`,
          readFileSync(join(home, room, path), 'utf8'),
        ]),
    ),
  )
  return {
    name: 'chain family',
    files: {
      ...files,
      'packages/toy/package.json': `${JSON.stringify(manifest, null, 2)}\n`,
      'packages/toy/README.md': '# @latchkey/toy\n\nThe adapter for the toy chain.\n',
    },
    edits: [
      {
        path: 'ARCHITECTURE.md',
        after: '2  packages/evm         adapter for Ethereum-like chains',
        add: '   packages/toy         adapter for the toy chain',
      },
      {
        path: 'scripts/check/layers.ts',
        after: "  evm: ['protocol', 'core'],",
        add: "  toy: ['protocol', 'core'],",
      },
      {
        path: 'scripts/budgets.json',
        after: '  "imports": [',
        add: '    { "name": "toy: toy", "from": "@latchkey/toy", "names": ["toy"], "gzip": 2048 },',
      },
    ],
    tests: ['packages/toy'],
  }
}

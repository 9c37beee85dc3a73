import { describe, expect, test } from 'vitest'
import { countCopies, foreignSources } from './install-example.ts'

const url = 'http://127.0.0.1:4873'
const lock = {
  '': {},
  'node_modules/viem': { version: '2.57.1' },
  'node_modules/@latchkey/evm': {
    version: '1.0.0',
    resolved: `${url}/@latchkey/evm/-/evm-1.0.0.tgz`,
  },
  'node_modules/@latchkey/evm/node_modules/viem': { version: '2.55.0' },
}

describe('countCopies', () => {
  test('default: every place of a package in the tree', () => {
    expect(countCopies(lock, ['viem', '@latchkey/evm', 'react'])).toEqual({
      viem: 2,
      '@latchkey/evm': 1,
      react: 0,
    })
  })
})

describe('foreignSources', () => {
  test('default: all of ours from the registry', () => {
    expect(foreignSources(lock, url)).toEqual([])
  })

  test('behavior: a link, another registry, and nothing at all', () => {
    const core = 'node_modules/@latchkey/core'
    expect(
      foreignSources({ ...lock, [core]: { resolved: 'packages/core', link: true } }, url),
    ).toEqual([`${core} came from packages/core`])
    expect(foreignSources(lock, 'http://127.0.0.1:1')).toHaveLength(1)
    expect(foreignSources({ '': {} }, url)).toEqual(['no package of ours is installed'])
  })
})

import { describe, expect, test } from 'vitest'
import { installedFor, isPermissive, type Lock, licenceFaults, runtimeClosure } from './dependencies.ts'

const lock: Lock = {
  'packages/modal': { dependencies: { '@latchkey/core': '1', a: '1' }, peerDependencies: { react: '^19' } },
  'packages/core': {},
  'node_modules/@latchkey/core': { link: true, resolved: 'packages/core' },
  'node_modules/react': { license: 'MIT' },
  'node_modules/a': {
    license: 'MIT',
    dependencies: { b: '1' },
    peerDependencies: { typescript: '*' },
    peerDependenciesMeta: { typescript: { optional: true } },
  },
  'node_modules/typescript': { license: 'Apache-2.0' },
  'node_modules/b': { license: 'MIT' },
  'node_modules/a/node_modules/b': { license: 'GPL-3.0' },
}

describe('runtimeClosure', () => {
  test('behavior: takes the nearest copy, follows links, leaves optional peers out', () => {
    expect(runtimeClosure(lock, ['packages/modal'])).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/react',
      'packages/core',
      'packages/modal',
    ])
  })
})

describe('installedFor', () => {
  test('behavior: counts neither ours nor React', () => {
    expect(installedFor(lock, ['packages/modal'])).toEqual(['a', 'b'])
  })
})

describe('licenceFaults', () => {
  test('default', () => {
    expect(licenceFaults(lock, ['packages/modal'])).toEqual(['b: licence GPL-3.0'])
  })

  test('behavior: a WalletConnect package is refused whatever its licence', () => {
    const planted: Lock = {
      'packages/x': { dependencies: { '@walletconnect/utils': '1' } },
      'node_modules/@walletconnect/utils': { license: 'MIT' },
    }
    expect(licenceFaults(planted, ['packages/x'])).toEqual(['@walletconnect/utils: no dependency of ours'])
  })
})

describe('isPermissive', () => {
  test('default', () => {
    expect(isPermissive('MIT')).toBe(true)
    expect(isPermissive('(MIT OR GPL-2.0)')).toBe(true)
    expect(isPermissive('MIT AND GPL-2.0')).toBe(false)
    expect(isPermissive(undefined)).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import {
  installedFor,
  installScriptFaults,
  isPermissive,
  type Lock,
  licenceFaults,
  peerFaults,
  runtimeClosure,
} from './dependencies.ts'

const lock: Lock = {
  'packages/modal': {
    dependencies: { '@latchkey/core': '1', a: '1' },
    peerDependencies: { react: '^19' },
  },
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
    expect(licenceFaults(planted, ['packages/x'])).toEqual([
      '@walletconnect/utils: no dependency of ours',
    ])
  })
})

describe('peerFaults', () => {
  const peer = { version: '2.21.8', dev: true }

  test('default: the peer of the tests, and what it brings', () => {
    const lock: Lock = {
      'node_modules/@walletconnect/sign-client': peer,
      'node_modules/@walletconnect/core': peer,
      'node_modules/@walletconnect/time': { version: '1.0.2', dev: true },
    }
    expect(peerFaults(lock)).toEqual([])
  })

  test.each<[string, Lock]>([
    ['a newer one', { 'node_modules/@walletconnect/core': { ...peer, version: '2.23.0' } }],
    [
      'a newer one below another',
      { 'node_modules/a/node_modules/@walletconnect/utils': { ...peer, version: '2.22.0' } },
    ],
    [
      'one that is installed for users',
      { 'node_modules/@walletconnect/time': { version: '1.0.2' } },
    ],
    [
      'a package of Reown',
      { 'node_modules/@reown/appkit-common': { version: '1.8.0', dev: true } },
    ],
    [
      'one under another name',
      { 'node_modules/kit': { name: '@reown/appkit', version: '1.8.0', dev: true } },
    ],
    [
      'a workspace that asks for it',
      { 'packages/core': { dependencies: { '@walletconnect/sign-client': '2.21.8' } } },
    ],
  ])('behavior: %s is a fault', (_, lock) => {
    expect(peerFaults(lock)).toHaveLength(1)
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

describe('installScriptFaults', () => {
  test('default: a script of what a consumer installs is a fault, one of a tool of ours is none', () => {
    const planted: Lock = {
      'packages/x': { dependencies: { a: '1' } },
      'node_modules/a': { hasInstallScript: true },
      'node_modules/tool': { hasInstallScript: true },
    }
    expect(installScriptFaults(planted, ['packages/x'])).toEqual([
      'a runs a script when it is installed',
    ])
  })
})

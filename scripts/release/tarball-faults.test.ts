import { describe, expect, test } from 'vitest'
import { tarballFaults } from './tarball-faults.ts'

const manifest = {
  name: '@latchkey/core',
  version: '1.0.0',
  exports: {
    '.': { types: './dist/index.d.mts', default: './dist/index.mjs' },
    './dist/*.mjs': './dist/*.mjs',
    './package.json': './package.json',
  },
}
const texts = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
const files = [...texts, 'dist/index.mjs', 'dist/index.d.mts', 'dist/chunks/start.mjs']

describe('tarballFaults', () => {
  test('default: the texts, and what the manifest names', () => {
    expect(tarballFaults(manifest, files)).toEqual([])
  })

  test('behavior: a missing text, and a missing target', () => {
    expect(
      tarballFaults(
        manifest,
        files.filter((path) => path !== 'LICENSE'),
      ),
    ).toEqual(['LICENSE is missing'])
    expect(
      tarballFaults(
        manifest,
        files.filter((path) => path !== 'dist/index.d.mts'),
      ),
    ).toEqual(['dist/index.d.mts is missing'])
    expect(tarballFaults(manifest, texts)).toContain('dist/*.mjs is missing')
  })

  test.each([
    'src/index.ts',
    'dist/index.mjs.map',
    'dist/test/wallet.mjs',
    'dist/index.test.mjs',
    '.env',
    'migrations/0000_projects.sql',
    'tsconfig.json',
  ])('behavior: %s is nobody’s', (path) => {
    expect(tarballFaults(manifest, [...files, path])).toEqual([
      `${path} is none of the kinds of files that are published`,
    ])
  })

  test('behavior: the gateway has its migrations and its dashboard', () => {
    const gateway = { ...manifest, name: '@latchkey/gateway' }
    const more = ['migrations/0000_projects.sql', 'dashboard/index.html', 'dashboard/assets/a-1.js']
    expect(tarballFaults(gateway, [...files, ...more])).toEqual([])
    expect(tarballFaults(gateway, [...files, 'dashboard/assets/a.js.map'])).toHaveLength(1)
  })
})

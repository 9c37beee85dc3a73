import { describe, expect, test } from 'vitest'
import { builtPath, type Identity, isPublished, publishedManifest } from './publishable.ts'

describe('builtPath', () => {
  test('default', () => {
    expect(builtPath('./src/schema/index.ts', '.mjs')).toBe('./dist/schema/index.mjs')
    expect(builtPath('./src/networks.gen.ts', '.d.mts')).toBe('./dist/networks.gen.d.mts')
  })
})

describe('isPublished', () => {
  test('default: by what is said about publishing, although the sources are private', () => {
    const one = { name: 'a', version: '1.0.0' }
    expect(isPublished({ ...one, private: true, publishConfig: { access: 'public' } })).toBe(true)
    expect(isPublished({ ...one, private: true })).toBe(false)
  })
})

describe('publishedManifest', () => {
  const source = {
    'latchkey-source': './src/index.ts',
    types: './dist/index.d.mts',
    default: './dist/index.mjs',
  }
  const identity: Identity = {
    author: 'Somebody',
    homepage: 'https://code.example/kit#readme',
    bugs: 'https://code.example/kit/issues',
    repository: { type: 'git', url: 'git+https://code.example/kit.git' },
    engines: { node: '>=20.19' },
    keywords: ['wallet'],
  }

  test('behavior: nothing points to sources', () => {
    const { manifest, faults } = publishedManifest(
      { name: 'a', version: '1.0.0', exports: { '.': source } },
      identity,
      'packages/a',
    )
    expect(manifest.exports).toEqual({
      '.': { types: './dist/index.d.mts', default: './dist/index.mjs' },
      './package.json': './package.json',
    })
    expect(faults).toEqual([])
  })

  test('behavior: an entry for this repository alone is not published', () => {
    const exports = { '.': source, './inside': { 'latchkey-source': './src/inside/index.ts' } }
    const { manifest, faults } = publishedManifest(
      { name: 'a', version: '1.0.0', exports },
      identity,
      'packages/a',
    )
    expect([Object.keys(manifest.exports ?? {}), faults]).toEqual([['.', './package.json'], []])
  })

  test('behavior: what only the repository needs is gone, and it says where it comes from', () => {
    const { manifest } = publishedManifest(
      {
        name: 'a',
        version: '1.0.0',
        private: true,
        keywords: ['wallet', 'evm'],
        files: ['dist'],
        publishConfig: { access: 'public' },
        scripts: { build: 'x' },
        devDependencies: { x: '1.0.0' },
      },
      identity,
      'packages/a',
    )
    expect(manifest).toEqual({
      name: 'a',
      version: '1.0.0',
      keywords: ['wallet', 'evm'],
      author: 'Somebody',
      homepage: 'https://code.example/kit/tree/main/packages/a#readme',
      bugs: 'https://code.example/kit/issues',
      repository: {
        type: 'git',
        url: 'git+https://code.example/kit.git',
        directory: 'packages/a',
      },
      engines: { node: '>=20.19' },
      files: ['dist', 'CHANGELOG.md'],
      publishConfig: { access: 'public' },
    })
  })

  test('behavior: an export that no source builds is a fault', () => {
    const exports = { './x': { ...source, default: './dist/other.mjs' } }
    expect(
      publishedManifest({ name: 'a', version: '1.0.0', exports }, identity, 'packages/a').faults,
    ).toHaveLength(1)
  })
})

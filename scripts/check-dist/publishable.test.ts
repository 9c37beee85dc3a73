import { describe, expect, test } from 'vitest'
import { builtPath, publishedManifest } from './publishable.ts'

describe('builtPath', () => {
  test('default', () => {
    expect(builtPath('./src/schema/index.ts', '.mjs')).toBe('./dist/schema/index.mjs')
    expect(builtPath('./src/networks.gen.ts', '.d.mts')).toBe('./dist/networks.gen.d.mts')
  })
})

describe('publishedManifest', () => {
  const source = {
    'latchkey-source': './src/index.ts',
    types: './dist/index.d.mts',
    default: './dist/index.mjs',
  }

  test('behavior: nothing points to sources', () => {
    const { manifest, faults } = publishedManifest({
      name: 'a',
      version: '1.0.0',
      exports: { '.': source },
    })
    expect(manifest.exports).toEqual({
      '.': { types: './dist/index.d.mts', default: './dist/index.mjs' },
    })
    expect(faults).toEqual([])
  })

  test('behavior: an entry for this repository alone is not published', () => {
    const exports = { '.': source, './inside': { 'latchkey-source': './src/inside/index.ts' } }
    const { manifest, faults } = publishedManifest({ name: 'a', version: '1.0.0', exports })
    expect([Object.keys(manifest.exports ?? {}), faults]).toEqual([['.'], []])
  })

  test('behavior: an export that no source builds is a fault', () => {
    const exports = { './x': { ...source, default: './dist/other.mjs' } }
    expect(publishedManifest({ name: 'a', version: '1.0.0', exports }).faults).toHaveLength(1)
  })
})

import { describe, expect, test } from 'vitest'
import type { Manifest } from '../check-dist/publishable.ts'
import { type PackageTexts, publishedPackageFaults } from './published-packages.ts'

const table = '| `@x/a` | beta |\n| `@x/b` | beta |'

/** A package without faults. @param changes - `undefined` removes a field */
function pack(
  name: string,
  changes: { readonly [K in keyof Manifest]?: Manifest[K] | undefined } = {},
  texts: Partial<PackageTexts> = {},
): PackageTexts {
  const fields = {
    name: `@x/${name}`,
    version: '1.0.0',
    private: true,
    description: 'One',
    keywords: ['one'],
    publishConfig: { access: 'public', provenance: true },
    ...changes,
  }
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  return {
    path: `packages/${name}`,
    manifest: Object.fromEntries(kept) as unknown as Manifest,
    readme: `# @x/${name}\n\n**Stability: beta** (what it means).\n`,
    changelog: '# Changes\n',
    ...texts,
  }
}

describe('publishedPackageFaults', () => {
  test('default: a private source with its texts, and siblings at one version', () => {
    const b = pack('b', { dependencies: { '@x/a': '1.0.0', uqr: '^0.1.3' } })
    expect(publishedPackageFaults([pack('a'), b], table)).toEqual([])
  })

  test('behavior: a package that is not published needs nothing', () => {
    const signer = pack('signer', { publishConfig: undefined }, { readme: '', changelog: '' })
    expect(publishedPackageFaults([signer], table)).toEqual([])
  })

  test('behavior: a source that npm would publish', () => {
    expect(publishedPackageFaults([pack('a', { private: undefined })], table)).toEqual([
      expect.stringContaining('needs `"private": true`'),
    ])
    expect(
      publishedPackageFaults([pack('a', { private: undefined, publishConfig: undefined })], table),
    ).toHaveLength(2)
  })

  test('behavior: missing texts, and a label that the table does not have', () => {
    expect(publishedPackageFaults([pack('a', {}, { changelog: '' })], table)).toHaveLength(1)
    expect(publishedPackageFaults([pack('a', {}, { readme: '# a' })], table)).toHaveLength(1)
    expect(publishedPackageFaults([pack('c')], table)).toEqual([
      'packages/c is beta by its README, and docs/stability.md does not say so',
    ])
  })

  test('behavior: other versions, and exact versions of other people’s packages', () => {
    const dependencies = { '@x/a': '1.0.0', viem: '2.57.1' }
    expect(publishedPackageFaults([pack('a'), pack('b', { dependencies })], table)).toEqual([
      'packages/b pins viem to 2.57.1: give a range (^2.57.1)',
    ])
    const tool = pack('b', { dependencies, bin: { b: './dist/cli.mjs' } })
    expect(publishedPackageFaults([pack('a'), tool], table)).toEqual([])
    const old = pack('b', { version: '0.9.0', dependencies: { '@x/a': '^1.0.0' } })
    expect(publishedPackageFaults([pack('a'), old], table)).toEqual([
      'packages/b has version 0.9.0, others 1.0.0',
      'packages/b asks for @x/a ^1.0.0, not 1.0.0',
    ])
  })
})

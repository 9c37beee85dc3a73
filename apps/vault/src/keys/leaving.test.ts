import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { derivationPaths } from './derivation-paths.ts'

// The document itself is under test: people follow it when our programs are gone.
describe('leaving', () => {
  test('default: docs/vault.md names the paths by which exported words make the same accounts elsewhere', () => {
    const guide = readFileSync(new URL('../../../../docs/vault.md', import.meta.url), 'utf8')
    const [, section = ''] = /^## Leaving\n([\s\S]*?)^## /m.exec(guide) ?? []
    const named = [...section.matchAll(/`(m\/[\d'/]+)`/g)].map(([, path]) => path)
    expect(named).toEqual([derivationPaths.eip155, derivationPaths.solana, derivationPaths.bip122])
  })
})

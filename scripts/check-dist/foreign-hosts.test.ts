import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { allWallets } from '@latchkey/catalog'
import { browseLinks } from '@latchkey/catalog/browse-links'
import * as networks from '@latchkey/catalog/networks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildSite, minimalSite } from '../bench/site.ts'
import { foreignHosts } from './foreign-hosts.ts'

const data = JSON.stringify([allWallets(), networks, browseLinks])

afterEach(() => vi.unstubAllEnvs())

describe('foreignHosts', () => {
  test('default', () => {
    expect(
      foreignHosts({ a: 'fetch("https://cdn.example/x.js")', b: '"https://metamask.io/"' }, data),
    ).toEqual(['a: cdn.example'])
  })

  test('behavior: code from elsewhere is found, whatever its host', () => {
    for (const code of [
      'import("https://react.dev/x.js")',
      'import "//react.dev/x"',
      '<script src="https://viem.sh/x">',
    ]) {
      expect(foreignHosts({ a: code }, data)).toHaveLength(1)
    }
  })

  test('behavior: the built example names no host but links and names, and fetches no code from elsewhere', {
    timeout: 120_000,
  }, async () => {
    const root = resolve(import.meta.dirname, '../..')
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-hosts-'))
    try {
      // As an owner builds it: without the texts of development.
      vi.stubEnv('NODE_ENV', 'production')
      await buildSite(minimalSite(root), folder)
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(?:js|css|html)$/.test(name),
      )
      expect(names.length).toBeGreaterThan(5)
      const files = Object.fromEntries(
        names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
      )
      expect(foreignHosts(files, data)).toEqual([])
      expect(foreignHosts({ ...files, planted: 'fetch("https://unpkg.com/x")' }, data)).toEqual([
        'planted: unpkg.com',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

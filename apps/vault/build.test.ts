import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildVault } from './src/test/build-vault.ts'

/** What may be loaded between "email chosen" and "connected", gzip. */
const budget = 60 * 1024
const out = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))

beforeAll(async () => {
  await buildVault(out)
}, 120_000)
afterAll(() => rm(out, { recursive: true, force: true }))

const read = (path: string): Promise<string> => readFile(join(out, path), 'utf8')
const sizeOf = async (path: string): Promise<number> =>
  gzipSync(await readFile(join(out, path)), { level: 9 }).length

describe('build', () => {
  test('default: from "email chosen" to "connected" within its budget', async () => {
    const html = await read('frame.html')
    const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    const create = (await readdir(join(out, 'w'))).filter((name) => name.startsWith('create-'))
    expect([first.length > 0, create.length]).toEqual([true, 1])
    const sizes = await Promise.all(['frame.html', ...first, `w/${create[0]}`].map(sizeOf))
    const sum = sizes.reduce((all, one) => all + one, 0)
    expect(sum).toBeLessThanOrEqual(budget)
  })

  test('behavior: no script or style stands in a document, no map is made, and workers are files of their own', async () => {
    for (const name of ['frame.html', 'window.html']) {
      const html = await read(name)
      expect(html.match(/<script(?! type="module" [^>]*src=)[^>]*>[^<]*<\/script>/g)).toEqual([
        '<script type="application/json" id="project">null</script>',
      ])
      expect(html).not.toMatch(/<style|style="|\son\w+=/)
    }
    const files = (await readdir(out, { recursive: true })).filter((name) => /\.\w+$/.test(name))
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([])
    const scripts = files
      .filter((name) => name.startsWith('w/'))
      .map((name) => name.replace(/-[\w-]{8}\.js$/, ''))
    for (const name of ['create', 'split', 'recover', 'export', 'evm', 'solana', 'bitcoin']) {
      expect(scripts.filter((one) => one === `w/${name}`)).toHaveLength(1)
    }
  })

  test('behavior: one family’s worker carries no other’s code', async () => {
    const names = await readdir(join(out, 'w'))
    const textOf = async (name: string) =>
      read(`w/${names.find((one) => one.startsWith(`${name}-`))}`)
    const [evm, solana, bitcoin] = await Promise.all(['evm', 'solana', 'bitcoin'].map(textOf))
    const marks = { psbt: /allowUnknownOutputs/, typed: /EIP712Domain/ }
    expect([
      marks.psbt.test(evm ?? ''),
      marks.psbt.test(solana ?? ''),
      marks.psbt.test(bitcoin ?? ''),
    ]).toEqual([false, false, true])
    expect([
      marks.typed.test(evm ?? ''),
      marks.typed.test(solana ?? ''),
      marks.typed.test(bitcoin ?? ''),
    ]).toEqual([true, false, false])
  })

  test('behavior: built twice it is the same, byte for byte, and its manifest has the hash of every file', async () => {
    const again = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
    try {
      await buildVault(again)
      const name = 'vault-manifest.json'
      const manifest: Record<string, string> = JSON.parse(await read(name))
      expect(JSON.parse(await readFile(join(again, name), 'utf8'))).toEqual(manifest)
      for (const folder of [out, again]) {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        const files = entries
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
        const hashes = files
          .filter((path) => path !== join(folder, name))
          .map(async (path) => [
            path.slice(folder.length + 1),
            createHash('sha256')
              .update(await readFile(path))
              .digest('hex'),
          ])
        expect(Object.fromEntries(await Promise.all(hashes))).toEqual(manifest)
      }
    } finally {
      await rm(again, { recursive: true, force: true })
    }
  }, 120_000)
})

import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { keyFile } from './key-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secret = Buffer.from('a share of 33 bytes, as they are.')

describe('keyFile', () => {
  test('default: made once, for its owner only; what it sealed it opens after a restart', async () => {
    const path = join(folder, 'made.key')
    const sealed = await keyFile(path).seal(secret, 'account 1')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(Buffer.from(sealed).includes(secret)).toBe(false)
    expect(Buffer.from(await keyFile(path).open(sealed, 'account 1'))).toEqual(secret)
    expect(await keyFile(path).seal(secret, 'account 1')).not.toEqual(sealed)
  })

  test('behavior: opens nothing in another context, of another key, or changed by a bit', async () => {
    const keys = keyFile(join(folder, 'one.key'))
    const sealed = await keys.seal(secret, 'account 1')
    const none = { code: 'wallet-unopenable' }
    await expect(keys.open(sealed, 'account 2')).rejects.toMatchObject(none)
    await expect(keyFile(join(folder, 'two.key')).open(sealed, 'account 1')).rejects.toMatchObject(
      none,
    )
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(keys.open(changed, 'account 1')).rejects.toMatchObject(none)
      await expect(keys.open(sealed.subarray(0, at), 'account 1')).rejects.toMatchObject(none)
    }
  })

  test('behavior: a newer key seals, the older one still opens', async () => {
    const path = join(folder, 'turned.key')
    const old = await keyFile(path).seal(secret, 'c')
    const content = JSON.parse(readFileSync(path, 'utf8'))
    content.keys['2'] = Buffer.alloc(32, 9).toString('base64')
    writeFileSync(path, JSON.stringify({ ...content, current: '2' }))
    const keys = keyFile(path)
    expect(Buffer.from(await keys.open(old, 'c'))).toEqual(secret)
    delete content.keys['1']
    writeFileSync(path, JSON.stringify({ ...content, current: '2' }))
    await expect(keyFile(path).open(old, 'c')).rejects.toMatchObject({ code: 'wallet-unopenable' })
    expect(Buffer.from(await keyFile(path).open(await keys.seal(secret, 'c'), 'c'))).toEqual(secret)
  })

  test('parameters: files that are none', () => {
    const key = Buffer.alloc(32).toString('base64')
    const bad = [
      '',
      '{',
      '{}',
      `{"current":"2","keys":{"1":"${key}"}}`,
      '{"current":"1","keys":{"1":"AAAA"}}',
    ]
    for (const text of bad) {
      const path = join(folder, 'bad.key')
      writeFileSync(path, text)
      expect(() => keyFile(path)).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    }
    expect(() => keyFile(join(folder, 'none/there.key'))).toThrow(
      expect.objectContaining({ code: 'config-invalid' }),
    )
  })

  test.runIf(process.platform !== 'win32')('behavior: one that others may read is refused', () => {
    const path = join(folder, 'open.key')
    keyFile(path)
    chmodSync(path, 0o644)
    expect(() => keyFile(path)).toThrow(expect.objectContaining({ code: 'config-invalid' }))
  })
})

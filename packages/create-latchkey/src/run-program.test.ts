import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

let current = ''
let written: string[] = []
let errors: string[] = []
beforeEach(() => {
  current = mkdtempSync(join(tmpdir(), 'latchkey-program-'))
  written = []
  errors = []
})
afterEach(() => rmSync(current, { recursive: true }))

function run(line: string, agent?: string): Promise<number> {
  return runProgram(line.split(' ').filter(Boolean), {
    current,
    agent,
    write: (text) => void written.push(text),
    writeError: (text) => void errors.push(text),
  })
}

const nameIn = (folder: string): string =>
  JSON.parse(readFileSync(join(current, folder, 'package.json'), 'utf8')).name

describe('runProgram', () => {
  test('default: an app for Vite, and what to do next', async () => {
    expect(await run('')).toBe(0)
    expect(existsSync(join(current, 'latchkey-app/vite.config.ts'))).toBe(true)
    expect(existsSync(join(current, 'latchkey-app/compose.yaml'))).toBe(false)
    expect(written.join('')).toContain('cd latchkey-app\n  npm install\n  npm run dev')
    expect(errors).toEqual([])
  })

  test('parameters: folder, name, template, gateway', async () => {
    expect(
      await run('apps/shop --name @me/shop --template next --gateway', 'pnpm/10.1.0 npm/?'),
    ).toBe(0)
    expect(nameIn('apps/shop')).toBe('@me/shop')
    expect(existsSync(join(current, 'apps/shop/compose.yaml'))).toBe(true)
    expect(written.join('')).toContain('cd apps/shop\n  pnpm install\n  pnpm run dev')
    expect(written.join('')).toContain('No image of it is published yet')
  })

  test('parameters: a name alone names the folder, without its scope', async () => {
    expect(await run('--name @me/shop')).toBe(0)
    expect(nameIn('shop')).toBe('@me/shop')
  })

  test('behavior: a second app does not overwrite the first', async () => {
    expect(await run('shop')).toBe(0)
    const first = readFileSync(join(current, 'shop/package.json'), 'utf8')
    expect(await run('shop --template next --name other')).toBe(1)
    expect(errors.join('')).toMatch(/is not empty: .*\n {2}fix: name another folder/)
    expect(readFileSync(join(current, 'shop/package.json'), 'utf8')).toBe(first)
    expect(existsSync(join(current, 'shop/next.config.ts'))).toBe(false)
  })

  test.each(['../shop', '/tmp/latchkey-elsewhere', '--name ../shop', 'shop --chains nowhere'])(
    'behavior: makes nothing of %s',
    async (line) => {
      expect(await run(line)).toBe(1)
      expect(readdirSync(current)).toEqual([])
      expect(errors).toHaveLength(1)
    },
  )

  test('behavior: help and version make nothing', async () => {
    expect([await run('--help'), await run('--version')]).toEqual([0, 0])
    expect(written[0]).toContain('--template')
    expect(written[1]).toMatch(/^\d+\.\d+\.\d+/)
    expect(readdirSync(current)).toEqual([])
  })
})

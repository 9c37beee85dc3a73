import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const cli = join(import.meta.dirname, 'cli.ts')

/** Runs the command in a new folder that contains `files`. */
async function run(parameters: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'codemod-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
  }
  return new Promise<{ readonly code: number; readonly out: string; readonly err: string }>(
    (resolve) => {
      execFile(
        process.execPath,
        [
          '--conditions=latchkey-source',
          '--import',
          import.meta.resolve('tsx'),
          cli,
          ...parameters,
        ],
        { cwd: folder },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
      )
    },
  )
}

describe('latchkey-codemod', { timeout: 60_000 }, () => {
  test('default: says what it changed, and what is left', async () => {
    const { code, out } = await run([], {
      'wagmi.ts':
        "import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nimport { mainnet } from 'wagmi/chains'\n" +
        "export const config = getDefaultConfig({ appName: 'Shop', projectId: 'p', chains: [mainnet] })\n",
    })
    expect([code, out.split('\n').slice(0, 2)]).toEqual([0, ['Changed:', '  wagmi.ts']])
    expect(out).toContain('wagmi.ts:')
    expect(out).toContain('npm uninstall @rainbow-me/rainbowkit')
  })

  test.each([
    ['a folder that is not there', ['rainbowkit'], 'There is no TypeScript or JavaScript in '],
    ['two folders', ['one', 'two'], 'One folder at a time, please.'],
  ])('behavior: %s is said to be wrong', async (_, parameters, reason) => {
    const { code, err } = await run(parameters)
    expect([code, err.startsWith(reason)]).toEqual([1, true])
  })
})

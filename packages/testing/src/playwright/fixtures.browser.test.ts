import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../test/playwright-sample', import.meta.url))

/** Runs Playwright's own runner on files of the sample; titles with how each ended. */
async function runSample(...files: readonly string[]) {
  const program = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  )
  const child = spawn(process.execPath, [program, 'test', '--reporter=json', ...files], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '--conditions=latchkey-source', CI: '' },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (data) => {
    output.out += data
  })
  child.stderr.on('data', (data) => {
    output.err += data
  })
  const [code] = (await once(child, 'close')) as [number]
  const report = JSON.parse(output.out) as Suite & { errors: readonly { message: string }[] }
  return { code, specs: specsOf(report), errors: report.errors.map(({ message }) => message) }
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message: string } }[]
    }[]
  }[]
}

function specsOf(suite: Suite): { title: string; ok: boolean; message: string | undefined }[] {
  const own = (suite.specs ?? []).map(({ title, ok, tests }) => ({
    title,
    ok,
    message: tests[0]?.results[0]?.error?.message,
  }))
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)]
}

describe("Playwright's runner", { timeout: 180_000 }, () => {
  test('default', async () => {
    const { code, specs, errors } = await runSample('/shop.spec.ts')
    expect(errors).toEqual([])
    expect(specs.map(({ title, message }) => [title, message])).toEqual([
      ['connects and signs', undefined],
      ['shows that the visitor said no', undefined],
      ['a test that names no wallet has none', undefined],
      ['sockets of relays lead to the relay in the test', undefined],
      ['the wallet is as the options say', undefined],
    ])
    expect([code, specs.every(({ ok }) => ok)]).toEqual([0, true])
  })

  test('behavior: an expectation that fails is told', async () => {
    const { code, specs } = await runSample('faulty-shop.spec.ts')
    expect(code).toBe(1)
    expect(specs).toHaveLength(1)
    expect(specs[0]?.ok).toBe(false)
    expect(specs[0]?.message).toContain('personal_sign')
  })
})

import { openSync, writeFileSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { describeStartError } from './describe-start-error.ts'

/** As the system itself words it. */
function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
}

test('default: what the system says becomes a reason and something to do', () => {
  const folder = thrown(() => openSync('/dev/null/gateway', 'r'))
  expect(describeStartError(folder)).toMatch(
    /^config-invalid: .*ENOTDIR at \/dev\/null\/gateway\)\n {2}fix: \S/,
  )
  const full = thrown(() => writeFileSync('/dev/full', 'x'))
  expect(describeStartError(full)).toMatch(
    /^config-invalid: the disk is full \(ENOSPC.*\n {2}fix: make room/,
  )
  for (const code of ['EROFS', 'EMFILE', 'EACCES']) {
    expect(describeStartError(Object.assign(new Error('raw'), { code }))).toMatch(
      new RegExp(`\\(${code}\\)\n {2}fix: \\S`),
    )
  }
})

test('behavior: there is always something to do, and never a stack', () => {
  expect(
    describeStartError(new LatchkeyError('server-error', { reason: 'the key service: no answer' })),
  ).toMatch(/^server-error: the key service: no answer\n {2}fix: (?!undefined)\S/)
  const long = Object.assign(new Error(`${'x'.repeat(90_000)}\nat wasm`), {
    stack: 'x'.repeat(90_000),
  })
  expect(describeStartError(long).length).toBeLessThan(600)
  expect(describeStartError(undefined)).toMatch(/\n {2}fix: \S/)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'

const state = { folder: '', children: [] as ChildProcess[] }
const script = join(import.meta.dirname, '../../test/hold-folder.ts')

beforeEach(() => {
  state.folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
})
afterEach(async () => {
  for (const child of state.children.splice(0)) {
    await end(child)
  }
  rmSync(state.folder, { recursive: true, force: true })
})

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Another process that claims the folder, and what came of it. */
async function claim(
  pid?: number,
): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const child = spawn(
    process.execPath,
    ['--conditions=latchkey-source', '--import', 'tsx', script, state.folder],
    {
      env: { ...process.env, ...(pid === undefined ? {} : { LATCHKEY_TEST_PID: String(pid) }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  state.children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

describe('lockFolder between processes', () => {
  test('behavior: two that believe to be process 1, as containers of one volume: the second is refused', async () => {
    expect((await claim(1)).said).toBe('holds')
    expect((await claim(1)).said).toMatch(/^refused: .* is in use by process 1 on /)
  })

  test('behavior: of six that start together exactly one holds, and afterwards it can be had again', async () => {
    const said = (await Promise.all(Array.from({ length: 6 }, () => claim(1)))).map(
      (one) => one.said,
    )
    expect(said.filter((text) => text === 'holds')).toHaveLength(1)
    for (const child of state.children) {
      await end(child)
    }
    await (await lockFolder(state.folder))()
  })

  test('behavior: the folder of one that was killed is free at once, whatever process has its number now', async () => {
    const { child } = await claim()
    await end(child)
    const [name = ''] = readdirSync(state.folder).filter((one) => one.endsWith('.lock'))
    const path = join(state.folder, name)
    // Its number belongs to a living process: ours.
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(`"pid":${child.pid}`, `"pid":${process.pid}`),
    )
    const startedAt = performance.now()
    const unlock = await lockFolder(state.folder, { deadMs: 60_000 })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await unlock()
  })

  test('behavior: one that is stopped still holds it', async () => {
    const { child } = await claim()
    child.kill('SIGSTOP')
    await expect(lockFolder(state.folder, { deadMs: 500 })).rejects.toMatchObject({
      code: 'config-invalid',
    })
  })

  test('behavior: a folder that was moved while its process was dead is free', async () => {
    const { child } = await claim(1)
    await end(child)
    const moved = `${state.folder}-moved`
    renameSync(state.folder, moved)
    state.folder = moved
    await (await lockFolder(moved))()
    expect(readdirSync(moved)).toEqual([])
  })
})

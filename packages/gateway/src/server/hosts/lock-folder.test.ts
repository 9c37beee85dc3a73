import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { lockFolder } from './lock-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
afterAll(() => rmSync(root, { recursive: true }))

function folderOf(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}
const refused = expect.objectContaining({ code: 'config-invalid' })
const quick = { beatMs: 20, deadMs: 200 }

describe('lockFolder', () => {
  // The second name is longer than a socket's path may be.
  test.each(['short', 'long'.repeat(40)])(
    'default: one has it, and gives it back without a trace: %s',
    async (name) => {
      const folder = folderOf(name)
      const unlock = await lockFolder(folder)
      expect(readdirSync(folder)).toHaveLength(2)
      await expect(lockFolder(folder)).rejects.toEqual(refused)
      await unlock()
      expect(readdirSync(folder)).toEqual([])
      await (await lockFolder(folder))()
    },
  )

  test('behavior: of many at once exactly one has it', async () => {
    const folder = folderOf('many')
    for (let round = 0; round < 5; round++) {
      const asked = await Promise.allSettled(
        Array.from({ length: 12 }, () => lockFolder(folder, quick)),
      )
      const held = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(held).toHaveLength(1)
      for (const unlock of held) {
        await unlock()
      }
      expect(readdirSync(folder)).toEqual([])
    }
  })

  test('behavior: the claim of another machine holds while it beats, and is taken over when it does not', async () => {
    const folder = folderOf('elsewhere')
    const path = join(folder, 'gateway-00000000-0000-4000-8000-000000000000.lock')
    const claim = {
      pid: process.pid,
      host: 'elsewhere',
      kernel: 'another',
      hasSocket: true,
      isHeld: true,
    }
    const state = { beat: 0 }
    const write = (): void => {
      state.beat += 1
      writeFileSync(path, JSON.stringify({ ...claim, beat: state.beat }))
    }
    write()
    const beating = setInterval(write, 20)
    await expect(lockFolder(folder, quick)).rejects.toMatchObject({
      context: { reason: expect.stringContaining('on elsewhere') },
    })
    clearInterval(beating)
    const unlock = await lockFolder(folder, quick)
    expect(readdirSync(folder).join()).not.toContain('00000000')
    await unlock()
  })

  test('behavior: who was taken for dead learns of it', async () => {
    const folder = folderOf('lost')
    const lost = { count: 0 }
    const onLost = (): void => {
      lost.count += 1
    }
    const unlock = await lockFolder(folder, { ...quick, onLost })
    for (const name of readdirSync(folder)) {
      rmSync(join(folder, name))
    }
    await vi.waitFor(() => expect(lost.count).toBe(1))
    await unlock()
  })
})

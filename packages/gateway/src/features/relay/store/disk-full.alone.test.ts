import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeLimits } from '../open-store.ts'
import { diskStore } from './disk-store.ts'
import type { RelayMessage, RelayStore } from './relay-store.ts'

/**
 * What the disk refuses from now on; `write` takes half of what it is given first, as a full disk
 * does.
 */
const disk = vi.hoisted(() => ({
  refuses: new Set<'open' | 'write' | 'sync' | 'folder'>(),
  writes: 0,
}))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const full = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  const open: typeof real.open = async (path, flags, mode) => {
    if (flags === 'wx+' && disk.refuses.has('open')) full()
    const handle = await real.open(path, flags, mode)
    const { write, datasync, sync } = handle
    handle.write = (async (buffer: Buffer, offset: number, length: number, position: number) => {
      disk.writes++
      if (disk.refuses.has('write')) {
        await Reflect.apply(write, handle, [buffer, offset, Math.floor(length / 2), position])
        full()
      }
      return Reflect.apply(write, handle, [buffer, offset, length, position])
    }) as typeof handle.write
    handle.datasync = () => (disk.refuses.has('sync') ? full() : datasync.call(handle))
    handle.sync = () => (disk.refuses.has('folder') ? full() : sync.call(handle))
    return handle
  }
  return { ...real, open }
})

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true })
  }
})
beforeEach(() => disk.refuses.clear())

const listener = { onAppended: vi.fn(), onGap: () => {} }
const log = { info: () => {}, error: () => {} }
const limits = storeLimits({ maxBytes: 1e9 })
const open = (folder: string, segmentBytes = 1e6): Promise<RelayStore> =>
  diskStore(folder, limits, listener, log, { segmentBytes })
const messageOf = (name: string): RelayMessage => ({
  topic: 'topic',
  message: `${name} ${'x'.repeat(400)}`,
  hash: name,
  publisher: 'page',
  tag: 1100,
  holder: 'network',
  isAwaited: false,
  publishedAt: Date.now(),
  expiresAt: Date.now() + 300_000,
})
const namesOf = async (store: RelayStore, did = 'wallet'): Promise<string[]> => {
  const { messages } = await store.readWaiting({
    topic: 'topic',
    did,
    skip: () => false,
    maxBytes: 1e9,
  })
  return messages.map(({ hash }) => hash)
}

describe('diskStore on a full disk', () => {
  test.each([
    ['it takes half a record, and no new file', ['write', 'open'], 1e6],
    ['it takes half a record, and a new file', ['write'], 1e6],
    ['a record is written and not synced', ['sync'], 1e6],
    ['a record and the folder are not synced', ['sync', 'folder'], 1e6],
    ['a file is due and cannot be made', ['open'], 1],
    ['a file is due and its folder is not synced', ['folder'], 1],
  ] as const)('behavior: %s', async (_, refused, segmentBytes) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
    folders.push(folder)
    listener.onAppended.mockClear()
    const store = await open(folder, segmentBytes)
    expect(await store.append(messageOf('before'))).toBe('kept')

    for (const one of refused) {
      disk.refuses.add(one)
    }
    await expect(store.append(messageOf('lost'))).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(
      Promise.all([store.append(messageOf('gone')), store.append(messageOf('too'))]),
    ).rejects.toThrow()
    // What was acknowledged is still there, what was not is nowhere, not even for who listens.
    expect(await namesOf(store)).toEqual(['before'])
    expect(listener.onAppended.mock.calls.map(([{ hash }]) => hash)).toEqual(['before'])
    expect(store.counts().messages).toBe(1)

    disk.refuses.clear()
    expect(await store.append(messageOf('lost'))).toBe('kept')
    expect(await store.append(messageOf('after'))).toBe('kept')
    expect(await namesOf(store)).toEqual(['before', 'lost', 'after'])
    await store.close()

    const again = await open(folder)
    expect((await namesOf(again)).filter((name) => !['gone', 'too'].includes(name))).toEqual([
      'before',
      'lost',
      'after',
    ])
    await again.close()
  })

  test.each([
    ['half a record is written', ['write'], 1e6],
    ['records are not synced', ['sync'], 1e6],
    ['a file is due and its folder is not synced', ['folder'], 1],
  ] as const)(
    'behavior: however often %s, no file and no handle is left open for it',
    async (_, refused, size) => {
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
      folders.push(folder)
      const store = await open(folder, size)
      await store.append(messageOf('before'))
      const opened = (): number =>
        readdirSync('/proc/self/fd').filter((fd) => {
          try {
            return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
          } catch {
            return false
          }
        }).length
      const before = opened()
      for (const one of refused) {
        disk.refuses.add(one)
      }
      for (let at = 0; at < 50; at++) {
        await expect(store.append(messageOf(`lost${at}`))).rejects.toThrow()
      }
      disk.refuses.clear()
      expect(await store.append(messageOf('after'))).toBe('kept')
      // One more where a new file was due anyhow.
      expect(opened()).toBeLessThanOrEqual(before + 1)
      expect(readdirSync(folder).length).toBeLessThanOrEqual(3)
      await store.close()
    },
  )

  test('behavior: files of failed writes behind one that is still needed go at the next start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
    folders.push(folder)
    const one = await open(folder)
    await one.append(messageOf('kept'))
    await one.close()
    const [first = ''] = readdirSync(folder)
    const half = readFileSync(join(folder, first)).subarray(0, 100)
    for (let at = 2; at < 40; at++) {
      writeFileSync(join(folder, `${String(at).padStart(8, '0')}.log`), at % 2 ? half : '')
    }
    const two = await open(folder)
    expect(await namesOf(two)).toEqual(['kept'])
    expect(readdirSync(folder)).toHaveLength(2)
    await two.close()
  })

  test('behavior: closing while it is full ends, and nothing acknowledged is lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
    folders.push(folder)
    const store = await open(folder)
    await store.append(messageOf('a'))
    disk.refuses.add('write').add('open')
    store.acknowledgeMessage('topic', 'wallet', 'a')
    await store.append(messageOf('b')).catch(() => undefined)
    await store.close()
    disk.refuses.clear()
    const again = await open(folder)
    // The wallet's receipt may have been written or not; for everybody else the message waits.
    expect(await namesOf(again, 'somebody')).toContain('a')
    await again.close()
  })
})

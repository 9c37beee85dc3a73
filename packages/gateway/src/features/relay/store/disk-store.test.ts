import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { storeLimits } from '../open-store.ts'
import { diskStore } from './disk-store.ts'
import { frameRecord } from './record.ts'
import type { RelayMessage, RelayStore } from './relay-store.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true })
  }
})
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mailboxes-'))
  folders.push(folder)
  return folder
}
const clock = { at: 1_780_000_000_000 }
const silent = { info: () => {}, error: () => {} }
const listener = { onAppended: () => {}, onGap: () => {} }
const open = (folder: string, options: object = {}): Promise<RelayStore> =>
  diskStore(folder, storeLimits({ maxBytes: 100_000_000 }), listener, silent, {
    now: () => clock.at,
    ...options,
  })
const messageOf = (name: string, more: Partial<RelayMessage> = {}): RelayMessage => ({
  topic: 'topic',
  message: `text of ${name} é`,
  hash: name,
  publisher: 'dapp',
  tag: 1100,
  holder: 'network',
  isAwaited: false,
  publishedAt: clock.at++,
  expiresAt: clock.at + 300_000,
  ...more,
})
const namesOf = async (store: RelayStore, did = 'wallet', topic = 'topic'): Promise<string[]> => {
  const { messages } = await store.readWaiting({ topic, did, skip: () => false, maxBytes: 1e9 })
  return messages.map(({ hash }) => hash)
}
const filesOf = (folder: string): string[] => readdirSync(folder).sort()

describe('diskStore', () => {
  test('default: gives back after a restart what was kept, whole and in order', async () => {
    const folder = makeFolder()
    const kept = [
      messageOf('a'),
      messageOf('b', { attestation: 'x.y.z' }),
      messageOf('c', { publisher: 'wallet' }),
    ]
    const before = await open(folder)
    for (const message of kept) {
      expect(await before.append(message)).toBe('kept')
    }
    expect(await before.append({ ...(kept[0] as RelayMessage) })).toBe('duplicate')
    before.acknowledgeMessage('topic', 'wallet', 'a')
    await before.close()
    const after = await open(folder)
    const { messages } = await after.readWaiting({
      topic: 'topic',
      did: 'wallet',
      skip: () => false,
      maxBytes: 1e9,
    })
    expect(messages).toEqual([kept[1]])
    expect(await namesOf(after, 'somebody')).toEqual(['a', 'b', 'c'])
    expect(await after.append(kept[1] as RelayMessage)).toBe('duplicate')
    await after.close()
  })

  test('behavior: what has been answered is on disk already', async () => {
    const folder = makeFolder()
    const store = await open(folder)
    await store.append(messageOf('a'))
    const written = filesOf(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
    expect(written).toContain('text of a é')
    // Of two at once with one hash neither is answered before it is there.
    const answers = await Promise.all([store.append(messageOf('b')), store.append(messageOf('b'))])
    expect(answers).toEqual(['kept', 'duplicate'])
    await store.close()
  })

  test('behavior: a torn end loses what was never answered, and nothing before or after it', async () => {
    const folder = makeFolder()
    const one = await open(folder)
    for (const name of ['a', 'b']) {
      await one.append(messageOf(name))
    }
    await one.close()
    const [file = ''] = filesOf(folder)
    const { size } = statSync(join(folder, file))
    await one.close()
    const cut = readFileSync(join(folder, file)).subarray(0, Math.floor(size / 2) - 10)
    appendFileSync(join(folder, file), cut)
    const two = await open(folder)
    await two.append(messageOf('c'))
    await two.close()
    const three = await open(folder)
    expect(await namesOf(three)).toEqual(['a', 'b', 'c'])
    await three.close()
    truncateSync(join(folder, file), size - 1)
    const four = await open(folder)
    expect(await namesOf(four)).toEqual(['a', 'c'])
    await four.close()
  })

  test('behavior: a flipped bit in the last record is the end of its file', async () => {
    const folder = makeFolder()
    const one = await open(folder)
    for (const name of ['a', 'b']) {
      await one.append(messageOf(name))
    }
    await one.close()
    const path = join(folder, filesOf(folder)[0] ?? '')
    const content = readFileSync(path)
    content.writeUInt8(content.readUInt8(content.length - 5) ^ 1, content.length - 5)
    writeFileSync(path, content)
    const two = await open(folder)
    expect(await namesOf(two)).toEqual(['a'])
    await two.close()
  })

  test.each([
    ['in its text', 60],
    ['in its length', 1],
    ['in its check sum', 5],
  ])(
    'behavior: a record damaged in the middle, %s, is left out alone, and the operator is told',
    async (_, byte) => {
      const folder = makeFolder()
      const one = await open(folder)
      for (const name of ['a', 'b', 'c', 'd']) {
        await one.append(messageOf(name))
      }
      one.acknowledgeMessage('topic', 'wallet', 'd')
      await one.close()
      const path = join(folder, filesOf(folder)[0] ?? '')
      const content = readFileSync(path)
      const [, second = 0] = [...content.toString('latin1').matchAll(/\{"m":/g)].map(
        ({ index }) => index - 8,
      )
      content.writeUInt8(content.readUInt8(second + byte) ^ 1, second + byte)
      writeFileSync(path, content)
      const told: [object, string][] = []
      const log = {
        info: () => {},
        error: (fields: object, message: string) => void told.push([fields, message]),
      }
      const two = await diskStore(folder, storeLimits({ maxBytes: 1e8 }), listener, log, {
        now: () => clock.at,
      })
      expect(await namesOf(two, 'somebody')).toEqual(['a', 'c', 'd'])
      expect(await namesOf(two)).toEqual(['a', 'c'])
      expect(told).toEqual([
        [{ damaged: 1 }, expect.stringContaining('damaged records were left out')],
      ])
      await two.close()
    },
  )

  test('behavior: what went for room does not come back with a restart, and what was kept does', async () => {
    const folder = makeFolder()
    const limits = {
      ...storeLimits({ maxBytes: 40_000 }),
      holderBytes: 40_000,
      clientBytes: 40_000,
    }
    const made = (): Promise<RelayStore> =>
      diskStore(folder, limits, listener, silent, { now: () => clock.at })
    const one = await made()
    for (let at = 0; at < 27; at++) {
      await one.append(messageOf(`m${at}`, { expiresAt: clock.at + 900_000 }))
    }
    const names = await namesOf(one, 'nobody')
    for (let at = 0; at < 5; at++) {
      expect(await one.append(messageOf(`n${at}`, { holder: 'other' }))).toBe('kept')
    }
    const left = await namesOf(one)
    expect(left.length).toBeLessThan(names.length + 5)
    const counted = one.counts()
    await one.close()
    const two = await made()
    expect(await namesOf(two)).toEqual(left)
    expect(two.counts()).toEqual(counted)
    await two.close()
  })

  test('behavior: records of a version that counted no projects are of none, and are delivered', async () => {
    const folder = makeFolder()
    const names = ['a', 'b', 'c']
    const records = names.map((name) => {
      const { topic, message, hash, publisher, tag, publishedAt, expiresAt, holder, isAwaited } =
        messageOf(name, { expiresAt: clock.at + 900_000 })
      const of = { topic, message, hash, publisher, tag, publishedAt, expiresAt }
      return frameRecord(JSON.stringify({ m: { ...of, holder, isAwaited } }))
    })
    writeFileSync(join(folder, '00000001.log'), Buffer.concat(records))
    const limits = { ...storeLimits({ maxBytes: 100_000 }), projectBytes: 4_500 }
    const store = await diskStore(folder, limits, listener, silent, { now: () => clock.at })
    expect(await namesOf(store)).toEqual(names)
    const more = { holder: 'network', expiresAt: clock.at + 900_000 }
    expect(await store.append(messageOf('d', more))).toBe('project-full')
    expect(await store.append(messageOf('d', { ...more, project: 'shop' }))).toBe('kept')
    await store.close()
  })

  test('behavior: files whose messages are over are deleted', async () => {
    const folder = makeFolder()
    const store = await open(folder, { segmentBytes: 1_000 })
    for (let at = 0; at < 50; at++) {
      await store.append(messageOf(`m${at}`))
    }
    expect(filesOf(folder).length).toBeGreaterThan(5)
    clock.at += 301_000
    await store.dropExpired()
    expect(filesOf(folder)).toHaveLength(1)
    expect(store.counts()).toEqual({ topics: 0, messages: 0, bytes: 0 })
    await store.close()
  })

  test('behavior: a log that is mostly dead is rewritten; order and acknowledgements survive', async () => {
    const folder = makeFolder()
    const options = { segmentBytes: 2_000, slackBytes: 0 }
    const store = await open(folder, options)
    const long = { expiresAt: clock.at + 86_400_000 }
    await store.append(messageOf('first', long))
    await store.append(messageOf('acked', long))
    for (let at = 0; at < 100; at++) {
      await store.append(messageOf(`m${at}`))
    }
    await store.append(messageOf('last', long))
    store.acknowledgeMessage('topic', 'wallet', 'acked')
    const before = filesOf(folder)
    clock.at += 301_000
    await store.dropExpired()
    expect(filesOf(folder)).not.toContain(before[0])
    expect(filesOf(folder).length).toBeLessThan(5)
    expect(await namesOf(store)).toEqual(['first', 'last'])
    await store.close()
    const again = await open(folder, options)
    expect(await namesOf(again)).toEqual(['first', 'last'])
    expect(await namesOf(again, 'somebody')).toEqual(['first', 'acked', 'last'])
    await again.close()
  })

  test('behavior: many at once share their writes, and each is answered', async () => {
    const folder = makeFolder()
    const store = await open(folder)
    const names = Array.from({ length: 2_000 }, (_, at) => `m${at}`)
    const answers = await Promise.all(
      names.map((name, at) => store.append(messageOf(name, { topic: `t${at % 20}` }))),
    )
    expect(new Set(answers)).toEqual(new Set(['kept']))
    await store.close()
    const again = await open(folder)
    expect(again.counts().messages).toBe(2_000)
    await again.close()
  })
})

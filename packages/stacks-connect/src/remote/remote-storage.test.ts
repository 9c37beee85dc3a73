import { describe, expect, test } from 'vitest'
import { forgetRemote, remoteStorage } from './remote-storage.ts'

const sealed = 'latchkey.stacks-connect.v1.walletconnect'
const other = 'latchkey.stacks-connect.v1.connections'

function storageOf() {
  const kept = new Map([[other, 'theirs']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage }
}

describe('remoteStorage', () => {
  test('default: sessions pass, nothing else is read, written or removed', () => {
    const { kept, storage } = storageOf()
    const remote = remoteStorage(storage)
    for (const key of [sealed, `${sealed}.waiting`, `${sealed}x`, other]) {
      remote.setItem(key, 'ours')
    }
    expect([...kept]).toEqual([
      [other, 'theirs'],
      [sealed, 'ours'],
      [`${sealed}.waiting`, 'ours'],
    ])
    expect([sealed, other].map((key) => remote.getItem(key))).toEqual(['ours', null])
    for (const key of [sealed, other]) {
      remote.removeItem(key)
    }
    expect([...kept.keys()]).toEqual([other, `${sealed}.waiting`])
  })

  test('behavior: once closed it writes nothing', () => {
    const { kept, storage } = storageOf()
    const remote = remoteStorage(storage)
    remote.close()
    remote.setItem(sealed, 'late')
    expect([...kept.keys()]).toEqual([other])
  })
})

describe('forgetRemote', () => {
  test('default', () => {
    const { kept, storage } = storageOf()
    for (const key of [sealed, `${sealed}.waiting`]) {
      storage.setItem(key, 'ours')
    }
    forgetRemote(storage)
    expect([...kept.keys()]).toEqual([other])
  })

  test('behavior: a storage that throws, and none', () => {
    const refuse = () => {
      throw new Error('no')
    }
    for (const storage of [undefined, { getItem: refuse, setItem: refuse, removeItem: refuse }]) {
      expect(() => forgetRemote(storage)).not.toThrow()
    }
  })
})

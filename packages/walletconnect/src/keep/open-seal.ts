import type { Seal } from '../contract.ts'
import { findSubtle } from '../crypto/subtle.ts'
import { createSeal } from './create-seal.ts'

const storeName = 'keys'
const keyName = 'walletconnect'
/**
 * Milliseconds to wait for IndexedDB. Some browsers never answer, and then the page goes on without
 * storing anything.
 */
const keyTimeoutMs = 3000

/**
 * Opens this origin's encryption key: an AES-GCM key that is created once, stored in IndexedDB
 * `latchkey.{kit}`, and cannot be extracted. `undefined` when IndexedDB or WebCrypto is missing or
 * does not answer.
 */
export async function openSeal(kit: string): Promise<Seal | undefined> {
  const subtle = findSubtle()
  if (!subtle || !globalThis.indexedDB) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, keyTimeoutMs, undefined)
  })
  try {
    const key = await Promise.race([findKey(globalThis.indexedDB, kit, subtle), timeout])
    return key && createSeal(subtle, key)
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function findKey(factory: IDBFactory, kit: string, subtle: SubtleCrypto): Promise<CryptoKey> {
  const openRequest = factory.open(`latchkey.${kit}`, 1)
  openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(storeName)
  // The new key is created before it is known whether one is stored already: an IndexedDB
  // transaction cannot wait for the creation, and a second transaction would cost more than a key.
  const newKeyPromise = subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const [database, newKey] = await Promise.all([resultOfRequest(openRequest), newKeyPromise])
  try {
    return await storeFirstKey(database.transaction(storeName, 'readwrite'), newKey)
  } finally {
    database.close()
  }
}

/**
 * Stores the new key, unless a key is stored already, and returns the stored one. Write
 * transactions of all tabs run one after the other, so all tabs get the same key.
 */
function storeFirstKey(transaction: IDBTransaction, newKey: CryptoKey): Promise<CryptoKey> {
  return new Promise((resolve, reject) => {
    const store = transaction.objectStore(storeName)
    const getRequest = store.get(keyName)
    let key = newKey
    getRequest.onsuccess = () => {
      if (isSealKey(getRequest.result)) key = getRequest.result
      else store.put(newKey, keyName)
    }
    transaction.oncomplete = () => resolve(key)
    transaction.onabort = () => reject(transaction.error)
  })
}

function resultOfRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function isSealKey(value: unknown): value is CryptoKey {
  return (
    value instanceof CryptoKey &&
    value.algorithm.name === 'AES-GCM' &&
    ['encrypt', 'decrypt'].every((usage) => value.usages.includes(usage as KeyUsage))
  )
}

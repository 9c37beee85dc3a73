import { hasCode, LatchkeyError } from '@latchkey/protocol'

/** Key-value storage in the IndexedDB of this storage partition. */
export interface Database {
  get(name: string): Promise<unknown>
  put(name: string, value: unknown): Promise<void>
  /**
   * Stores `value` unless there is one already, in one database transaction; resolves to the stored
   * value.
   */
  keep(name: string, value: unknown): Promise<unknown>
  /**
   * Replaces the value by the result of `make`. Both steps are one database transaction, so that no
   * change is lost when two happen at once.
   */
  change(name: string, make: (currentValue: unknown) => unknown): Promise<void>
  remove(...names: readonly string[]): Promise<void>
}

const storeName = 'kept'

/**
 * Properties of the browser that decide whether data stored here still exists on the next visit.
 */
export interface StorageScope {
  /** Origin of this document; `null` in a sandbox. */
  readonly origin: string
  readonly credentialless?: boolean
  readonly indexedDB?: IDBFactory
}

/**
 * Opens the database of a project in this storage partition.
 * @throws LatchkeyError `vault-storage-missing` when the browser lets the frame store nothing, or
 *   deletes it with the page
 */
export async function openDatabase(project: string, storageScope: StorageScope): Promise<Database> {
  const { origin, credentialless, indexedDB } = storageScope
  if (origin === 'null') throw missingStorageError('a sandboxed frame')
  if (credentialless === true) throw missingStorageError('a credentialless frame')
  if (!indexedDB) throw missingStorageError('no IndexedDB')
  const openRequest = await tryStorage(() => indexedDB.open(`latchkey-vault.${project}`, 1))
  openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(storeName)
  const database = await awaitRequest(openRequest)
  // An open connection would block another document from deleting or upgrading the database.
  database.onversionchange = () => database.close()
  const runRequest = <T>(
    mode: IDBTransactionMode,
    makeRequest: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> =>
    tryStorage(() =>
      awaitRequest(makeRequest(database.transaction(storeName, mode).objectStore(storeName))),
    )
  return {
    get: (name) => runRequest('readonly', (store) => store.get(name)),
    put: async (name, value) =>
      void (await runRequest('readwrite', (store) => store.put(value, name))),
    keep: (name, value) =>
      tryStorage(async () => {
        const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
        const currentValue: unknown = await awaitRequest(store.get(name))
        if (currentValue !== undefined) return currentValue
        await awaitRequest(store.put(value, name))
        return value
      }),
    change: (name, make) =>
      tryStorage(async () => {
        const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
        await awaitRequest(store.put(make(await awaitRequest(store.get(name))), name))
      }),
    remove: (...names) =>
      tryStorage(async () => {
        const transaction = database.transaction(storeName, 'readwrite')
        for (const name of names) {
          transaction.objectStore(storeName).delete(name)
        }
        // Resolves only when the IndexedDB transaction has ended, because the deletion would be
        // lost if the page removed this frame earlier.
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve()
          transaction.onabort = () =>
            reject(missingStorageError('IndexedDB refuses', transaction.error))
        })
      }),
  }
}

function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(missingStorageError('IndexedDB refuses', request.error))
  })
}

async function tryStorage<T>(attempt: () => T | Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    throw hasCode(cause) ? cause : missingStorageError('IndexedDB refuses', cause)
  }
}

function missingStorageError(reason: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('vault-storage-missing', { reason, cause })
}

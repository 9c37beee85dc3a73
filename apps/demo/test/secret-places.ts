import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Frame, Page, Request } from 'playwright-core'

/**
 * Content of every file of a folder that was written since a time (ms), joined; files that vanish
 * meanwhile are left out.
 */
export function readFolder(folder: string, since = 0): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Buffer.concat(
    files.map(({ parentPath, name }) => {
      try {
        const path = join(parentPath, name)
        return statSync(path).mtimeMs < since ? Buffer.alloc(0) : readFileSync(path)
      } catch {
        return Buffer.alloc(0)
      }
    }),
  )
}

/** Requests and messages of all pages, frames and windows, from now on. */
export interface Heard {
  /** Addresses, and headers that contain an address, such as the referrer. */
  addresses(): Buffer
  /** All other headers, and bodies. */
  rest(): Buffer
  console(): Buffer
}

export function hear(context: BrowserContext): Heard {
  const [addresses, rest, said] = [[] as string[], [] as string[], [] as string[]]
  const take = async (request: Request): Promise<void> => {
    addresses.push(request.url())
    rest.push(request.postDataBuffer()?.toString('latin1') ?? '')
    const { referer = '', ...others } = await request.allHeaders().catch(() => request.headers())
    addresses.push(referer)
    rest.push(JSON.stringify(others))
  }
  context.on('request', (request) => void take(request))
  context.on('console', (message) => said.push(message.text()))
  const joined = (texts: readonly string[]): Buffer => Buffer.from(texts.join('\n'), 'latin1')
  return {
    addresses: () => joined(addresses),
    rest: () => joined(rest),
    console: () => joined(said),
  }
}

/** Storage of a document, without its databases. */
export async function readStorage(frame: Frame | Page): Promise<Buffer> {
  return Buffer.from(
    await frame.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    ),
  )
}

/**
 * Everything in a document's IndexedDB, as a script sees it: bytes as hex, keys that cannot be
 * exported by their name.
 */
export async function readDatabases(frame: Frame): Promise<Buffer> {
  const text = await frame.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const hexOf = (bytes: Uint8Array): string =>
      [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const plain = (_key: string, value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return hexOf(new Uint8Array(value))
      if (ArrayBuffer.isView(value)) return hexOf(new Uint8Array(value.buffer))
      return value instanceof CryptoKey
        ? `${value.type} key, extractable: ${value.extractable}`
        : value
    }
    const all: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        all.push(name, store, await done(database.transaction(store).objectStore(store).getAll()))
      }
      database.close()
    }
    return JSON.stringify(all, plain)
  })
  return Buffer.from(text)
}

/**
 * The strings in a document's heap. A snapshot has no bytes of buffers, so those are not searched.
 */
export async function readHeap(context: BrowserContext, frame: Frame | Page): Promise<Buffer> {
  const session = await context.newCDPSession(frame)
  try {
    const parts: string[] = []
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void parts.push(chunk))
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    const snapshot = parts.join('')
    // The rest of the snapshot is numbers that refer to strings.
    return Buffer.from(snapshot.slice(snapshot.lastIndexOf('"strings":[')))
  } finally {
    await session.detach()
  }
}

import { createHash } from 'node:crypto'
import { closeSync, openSync, realpathSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** What a path of a socket may have at most, on every system. */
const mostBytes = 100
const answerMs = 5_000

/** A socket that tells by answering that its process lives. */
export interface ClaimSocket {
  close(): Promise<void>
}

/**
 * Listens beside a claim; nothing is said over it. Undefined where the folder takes no socket, as
 * some that machines share.
 */
export async function claimSocket(folder: string, id: string): Promise<ClaimSocket | undefined> {
  const way = openWay(folder, id)
  const server = createServer((socket) => void socket.on('error', () => {}).destroy())
  server.unref()
  const isBound = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(way.path, () => resolve(true))
  })
  if (!isBound) {
    way.close()
    return undefined
  }
  server.on('error', () => {})
  return {
    close: () =>
      new Promise((resolve) => {
        // Node takes the file away by the path it was bound by.
        server.close(() => {
          way.close()
          resolve()
        })
      }),
  }
}

/**
 * Whether a process listens there: one that is stopped or busy does, and one of another user that
 * may not be asked. Without the socket's file, as in a folder that was copied, nothing is known.
 */
export async function askSocket(folder: string, id: string): Promise<'alive' | 'dead' | 'unknown'> {
  const way = openWay(folder, id)
  const socket = connect(way.path)
  try {
    return await new Promise((resolve) => {
      socket.setTimeout(answerMs)
      socket.once('connect', () => resolve('alive')).once('timeout', () => resolve('alive'))
      socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(readRefusal(code)))
    })
  } finally {
    socket.destroy()
    way.close()
  }
}

function readRefusal(code: string | undefined): 'alive' | 'dead' | 'unknown' {
  if (code === 'ECONNREFUSED') return 'dead'
  return code === 'ENOENT' ? 'unknown' : 'alive'
}

/**
 * A path that fits: Linux reaches a folder by an open handle of it, Windows has names of pipes
 * instead of files.
 */
function openWay(folder: string, id: string): { readonly path: string; close(): void } {
  const name = `gateway-${id}.sock`
  const path = join(folder, name)
  const doNothing = (): void => {}
  if (process.platform === 'win32') {
    const place = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
    return { path: `\\\\.\\pipe\\latchkey-${place}-${id}`, close: doNothing }
  }
  if (Buffer.byteLength(path) <= mostBytes || process.platform !== 'linux')
    return { path, close: doNothing }
  const handle = openSync(folder, 'r')
  return { path: `/proc/self/fd/${handle}/${name}`, close: () => closeSync(handle) }
}

import { createHash } from 'node:crypto'
import { closeSync, openSync, realpathSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Longest path of a Unix socket, in bytes, that every operating system accepts. */
const maxAnswerBytes = 100
const answerTimeoutMs = 5_000

/**
 * A Unix socket by which a process proves that it is alive: while the process runs, the socket
 * accepts connections.
 */
export interface ClaimSocket {
  close(): Promise<void>
}

/**
 * Listens on the socket of a claim on a data folder; no data is sent over it. Undefined when the
 * folder does not support sockets, as on some network file systems.
 */
export async function claimSocket(folder: string, id: string): Promise<ClaimSocket | undefined> {
  const socketAddress = openShortPath(folder, id)
  const server = createServer((socket) => void socket.on('error', () => {}).destroy())
  server.unref()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(socketAddress.path, () => resolve(true))
  })
  if (!isListening) {
    socketAddress.close()
    return undefined
  }
  server.on('error', () => {})
  return {
    close: () =>
      new Promise((resolve) => {
        // Node deletes the socket file by the path it was bound to, so the path must stay valid
        // until the server is closed.
        server.close(() => {
          socketAddress.close()
          resolve()
        })
      }),
  }
}

/**
 * Whether the process of a claim on a data folder listens on its socket. A stopped, busy or
 * inaccessible process counts as alive. Without the socket file, as in a copied folder, the answer
 * is unknown.
 */
export async function probeSocket(
  folder: string,
  id: string,
): Promise<'alive' | 'dead' | 'unknown'> {
  const socketAddress = openShortPath(folder, id)
  const socket = connect(socketAddress.path)
  try {
    return await new Promise((resolve) => {
      socket.setTimeout(answerTimeoutMs)
      socket.once('connect', () => resolve('alive')).once('timeout', () => resolve('alive'))
      socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(readRefusal(code)))
    })
  } finally {
    socket.destroy()
    socketAddress.close()
  }
}

function readRefusal(code: string | undefined): 'alive' | 'dead' | 'unknown' {
  if (code === 'ECONNREFUSED') return 'dead'
  return code === 'ENOENT' ? 'unknown' : 'alive'
}

/**
 * Returns a path for the socket that is short enough: Linux reaches the folder through an open file
 * handle; Windows uses a pipe name instead.
 */
function openShortPath(folder: string, id: string): { readonly path: string; close(): void } {
  const name = `gateway-${id}.sock`
  const path = join(folder, name)
  const doNothing = (): void => {}
  if (process.platform === 'win32') {
    const folderHash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
    return { path: `\\\\.\\pipe\\latchkey-${folderHash}-${id}`, close: doNothing }
  }
  if (Buffer.byteLength(path) <= maxAnswerBytes || process.platform !== 'linux')
    return { path, close: doNothing }
  const handle = openSync(folder, 'r')
  return { path: `/proc/self/fd/${handle}/${name}`, close: () => closeSync(handle) }
}

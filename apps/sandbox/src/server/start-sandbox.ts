import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { listenLoopback, serveFolder } from '../../../../scripts/serve.mjs'
import { startDelivery } from './deliver.ts'
import { openJournal } from './journal.ts'
import type { Order } from './order.ts'
import { createOrderDesk } from './order-desk.ts'
import { sandboxApp } from './sandbox-app.ts'

export interface SandboxOptions {
  /** Port; 0 lets the operating system choose. */
  readonly port: number
  /** URL of the devnet's JSON-RPC. */
  readonly rpc: string
  /** Folder in which the journal of orders is stored. */
  readonly folder: string
  /** Folder of the built page; without it only the API is served. */
  readonly page?: string
  readonly slowMs?: number
  readonly abandonMs?: number
  /** For tests: delivery awaits this function between storing a transaction and sending it. */
  readonly hold?: (order: Order) => Promise<void>
}

export interface RunningSandbox {
  readonly url: string
  stop(): Promise<void>
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Starts the sandbox on loopback.
 * @throws an error in production, and when another process uses the folder
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('the sandbox sells nothing: it does not run in production')
  const releaseFolder = holdFolder(options.folder)
  const journal = openJournal(options.folder)
  const delivery = startDelivery({
    journal,
    rpc: options.rpc,
    ...(options.hold && { hold: options.hold }),
  })
  const { slowMs, abandonMs } = options
  const orderDesk = createOrderDesk({
    journal,
    delivery,
    ...(slowMs === undefined ? {} : { slowMs }),
    ...(abandonMs === undefined ? {} : { abandonMs }),
  })
  const boundPort = { port: 0 }
  const app = getRequestListener(
    sandboxApp({ counter: orderDesk, own: () => `http://localhost:${boundPort.port}` }).fetch,
  )
  const headers = {
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  }
  const servePage = options.page === undefined ? undefined : serveFolder(options.page, { headers })
  const listening = await listenLoopback(
    (request, response) =>
      servePage && !/^\/(?:api|page)\//.test(request.url ?? '')
        ? servePage(request, response)
        : void app(request, response),
    options.port,
  ).catch((error) => {
    orderDesk.stop()
    journal.close()
    releaseFolder()
    throw error
  })
  boundPort.port = listening.port
  return {
    url: `http://localhost:${boundPort.port}`,
    async stop() {
      orderDesk.stop()
      await listening.close()
      await delivery.stop()
      journal.close()
      releaseFolder()
    },
  }
}

/**
 * Locks the folder for this process, because two processes would sign with the same nonces. The
 * lock file of a dead process is ignored.
 */
function holdFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lock')
  const isAlive = (pid: number): boolean => {
    try {
      return pid !== process.pid && process.kill(pid, 0)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM'
    }
  }
  const createLockFile = (): number => {
    try {
      return openSync(path, 'wx', 0o600)
    } catch {
      const pid = Number(readFileSync(path, 'utf8'))
      if (pid > 0 && isAlive(pid)) throw new Error(`the sandbox of process ${pid} holds ${folder}`)
      rmSync(path, { force: true })
      return openSync(path, 'wx', 0o600)
    }
  }
  const file = createLockFile()
  writeSync(file, String(process.pid))
  closeSync(file)
  return () => rmSync(path, { force: true })
}

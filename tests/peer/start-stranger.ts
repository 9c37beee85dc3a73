import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface StrangerOptions {
  readonly role: 'dapp' | 'wallet'
  /**
   * Relay URL, `ws://127.0.0.1:…`; every other host is refused and reported as the event
   * `foreign-host`.
   */
  readonly relay: string
  /** Folder for a storage that survives the process; in memory by default. */
  readonly storage?: string
  readonly projectId?: string
  readonly metadata?: object
  /** False for a wallet without one-click sign-in. */
  readonly isAuthenticating?: boolean
  /**
   * Whether it may use link mode: a link it would open is the event `link`; `metadata.redirect`
   * must say so too.
   */
  readonly isLinking?: boolean
  /** Difference of its clock in milliseconds. */
  readonly clockOffsetMs?: number
}

export interface StrangerEvent {
  readonly event: string
  readonly data: unknown
}

/** A process that runs the independent client. */
export interface Stranger {
  readonly process: ChildProcessWithoutNullStreams
  /** All reported events, oldest first. */
  readonly events: readonly StrangerEvent[]
  /**
   * A method of the client (`pair`, `request`, `respond`, `reject`, `ping`, `emit`, `disconnect`
   * …), or one of `connect` → `{ uri }` then event `approved` | `not-approved`; `approve` →
   * `{ topic }` then `acknowledged`; `authenticate` → `{ uri }` then `authenticated` |
   * `not-authenticated`; `update`, `extend` (once acknowledged); `sessions`, `proposals`,
   * `pairings`, `requests`, `clientId`, `dispatchEnvelope`, `addLinkModeApp`, `closeTransport`,
   * `openTransport`, `moveClock` (by so many milliseconds). Rejects with
   * `{ isError: true, message, code? }` or `{ isError: false, value }` as the client threw it.
   */
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T>
  /** Data of the next untaken event of this name; rejects after `timeoutMs` (15 000). */
  take<T = unknown>(event: string, timeoutMs?: number): Promise<T>
  /** Kills the process (SIGKILL) and waits for its end. */
  kill(): Promise<void>
}

/** Starts a stranger and waits until it can be called. */
export async function startStranger(options: StrangerOptions): Promise<Stranger> {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'stranger.mjs'),
    JSON.stringify(options),
  ])
  const events: StrangerEvent[] = []
  const untaken: StrangerEvent[] = []
  const takers: { readonly event: string; readonly resolve: (data: unknown) => void }[] = []
  const calls = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>()
  const stderr: string[] = []
  const numbers = { next: 1 }

  const report = (event: StrangerEvent): void => {
    events.push(event)
    const at = takers.findIndex((taker) => taker.event === event.event)
    if (at < 0) untaken.push(event)
    else takers.splice(at, 1)[0]?.resolve(event.data)
  }
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (!text.startsWith('{')) return
    const line = JSON.parse(text) as StrangerEvent & {
      id?: number
      result?: unknown
      error?: unknown
    }
    if (line.id === undefined) return report(line)
    const waiting = calls.get(line.id)
    calls.delete(line.id)
    if ('error' in line) waiting?.reject(line.error)
    else waiting?.resolve(line.result)
  })
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()))
  child.once('exit', () => {
    for (const { reject } of calls.values()) {
      reject(new Error(`the stranger ended: ${stderr.join('')}`))
    }
    calls.clear()
  })

  const stranger: Stranger = {
    process: child,
    events,
    call: <T>(call: string, ...args: readonly unknown[]) =>
      new Promise<T>((resolve, reject) => {
        const id = numbers.next++
        calls.set(id, { resolve: resolve as (value: unknown) => void, reject })
        child.stdin.write(`${JSON.stringify({ id, call, args })}\n`)
      }),
    take: <T>(event: string, timeoutMs = 15_000) =>
      new Promise<T>((resolve, reject) => {
        const at = untaken.findIndex((one) => one.event === event)
        if (at >= 0) return resolve(untaken.splice(at, 1)[0]?.data as T)
        const names = (): string => events.map((one) => one.event).join(', ')
        const taker = {
          event,
          resolve: (data: unknown) => {
            clearTimeout(timer)
            resolve(data as T)
          },
        }
        const timer = setTimeout(() => {
          takers.splice(takers.indexOf(taker), 1)
          reject(
            new Error(
              `no ${event} of the ${options.role} in ${timeoutMs} ms; it reported: ${names()} ${stderr.join('')}`,
            ),
          )
        }, timeoutMs)
        takers.push(taker)
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
  try {
    await Promise.race([
      stranger.take('ready', 30_000),
      once(child, 'exit').then(() =>
        Promise.reject(new Error(`the stranger did not start: ${stderr.join('')}`)),
      ),
    ])
  } catch (error) {
    await stranger.kill()
    throw error
  }
  return stranger
}

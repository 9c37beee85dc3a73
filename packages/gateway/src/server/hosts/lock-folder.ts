import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol'
import { claimSocket, probeSocket } from './claim-socket.ts'
import { readKernelId } from './read-kernel-id.ts'

/**
 * Milliseconds between two heartbeats of a process that holds a data folder, and milliseconds
 * without a heartbeat after which a claim from another machine counts as dead.
 */
const heartbeatMs = 2_000
const silenceLimitMs = 20_000
const recheckMs = 200

const claimName = /^gateway-([\da-f-]{36})\.lock$/

/**
 * The content of a file by which a process claims a data folder; `beat` grows while the process
 * lives.
 */
interface Claim {
  readonly pid: number
  readonly host: string
  /** Id of the running operating system; containers on one machine share it. */
  readonly kernel: string
  /**
   * Whether the process listens on a socket beside its claim file; some shared folders do not
   * support sockets.
   */
  readonly hasSocket: boolean
  readonly isHeld: boolean
  readonly beat: number
}

export interface LockOptions {
  /**
   * Called when another process considered this one dead and deleted its claim. By default it ends
   * this process, because further writes would corrupt the database.
   */
  readonly onLost?: () => void
  readonly beatMs?: number
  readonly deadMs?: number
}

/**
 * Claims a data folder for this process, because two processes in one folder would corrupt the
 * database; the returned function releases it. Every process first creates a claim file with its
 * own name and then reads the files of all others, so when two processes start at once, the one
 * that reads later sees the other's claim. No process writes to another one's claim, so reading and
 * writing cannot race. A process counts as alive while its socket accepts connections; the kernel
 * closes the socket when the process ends. Process ids cannot be used instead, because containers
 * have equal ids and the operating system reuses them. A claim of another machine, or without a
 * socket, counts as alive while its heartbeat changes.
 * @throws `config-invalid` when another process holds the folder
 */
export async function lockFolder(
  folder: string,
  options: LockOptions = {},
): Promise<() => Promise<void>> {
  const {
    onLost = endProcess,
    beatMs: everyMs = heartbeatMs,
    deadMs: silentMs = silenceLimitMs,
  } = options
  const id = randomUUID()
  const path = join(folder, `gateway-${id}.lock`)
  const socket = await claimSocket(folder, id)
  const kernel = readKernelId()
  const processClaim = {
    pid: process.pid,
    host: hostname().slice(0, 64),
    kernel,
    hasSocket: socket !== undefined,
  }
  const state = { isHeld: false, beat: 0 }
  // The claim may be released while a heartbeat is still running.
  const releaseState = { isGiven: false }
  // The text of a claim has a fixed width, so that one write replaces the old text completely.
  const formatClaim = (): string =>
    JSON.stringify({ ...processClaim, ...state } satisfies Claim).padEnd(400)
  const releaseLock = async (): Promise<void> => {
    if (releaseState.isGiven) return
    releaseState.isGiven = true
    clearInterval(timer)
    rmSync(path, { force: true })
    await socket?.close()
  }
  // The claim file is written under another name and then renamed, so that other processes never
  // see it incomplete. By then the socket already accepts connections.
  writeFileSync(`${path}.new`, formatClaim(), { mode: 0o600 })
  renameSync(`${path}.new`, path)
  const timer = setInterval(() => {
    state.beat += 1
    writeBeat(path, formatClaim()).then(
      (isThere) => {
        if (isThere || releaseState.isGiven) return
        clearInterval(timer)
        onLost()
      },
      // Errors such as a full disk are ignored here: the next database write reports them.
      () => {},
    )
  }, everyMs)
  timer.unref()
  try {
    await waitForOtherHolders({ folder, id, kernel, silentMs })
    state.isHeld = true
    if (!(await writeBeat(path, formatClaim()))) throw inUseError(folder, undefined)
  } catch (error) {
    await releaseLock()
    throw error
  }
  return releaseLock
}

/**
 * Waits until no other process claims the data folder; claims of dead processes are deleted.
 * @throws while another process holds the folder
 */
async function waitForOtherHolders(ownClaim: {
  readonly folder: string
  readonly id: string
  readonly kernel: string
  readonly silentMs: number
}): Promise<void> {
  const { folder, id, kernel, silentMs } = ownClaim
  const lastClaims = new Map<string, { readonly text: string; readonly at: number }>()
  for (;;) {
    const otherClaimIds = readdirSync(folder).flatMap((name) => {
      const idInName = claimName.exec(name)?.[1]
      return idInName === undefined || idInName === id ? [] : [idInName]
    })
    if (!otherClaimIds.length) return
    for (const otherId of otherClaimIds) {
      const text = readClaim(join(folder, `gateway-${otherId}.lock`))
      if (text === undefined) continue
      const otherClaim = parseClaim(text)
      const lastClaim = lastClaims.get(otherId)
      const isSameMachine = otherClaim?.hasSocket === true && otherClaim.kernel === kernel
      const socketState = isSameMachine ? await probeSocket(folder, otherId) : 'unknown'
      const isSilent = lastClaim?.text === text && performance.now() - lastClaim.at > silentMs
      if (socketState === 'dead' || (socketState === 'unknown' && isSilent)) {
        for (const extension of ['lock', 'sock']) {
          rmSync(join(folder, `gateway-${otherId}.${extension}`), { force: true })
        }
        continue
      }
      // Of two processes that wait for each other, the one whose name sorts first continues, unless
      // the other already holds the folder.
      const isAlive =
        socketState === 'alive' || (lastClaim !== undefined && lastClaim.text !== text)
      if (isAlive && (otherClaim?.isHeld || otherId < id)) throw inUseError(folder, otherClaim)
      if (lastClaim?.text !== text) lastClaims.set(otherId, { text, at: performance.now() })
    }
    await pause(recheckMs)
  }
}

function inUseError(folder: string, claim: Claim | undefined): LatchkeyError {
  return new LatchkeyError('config-invalid', {
    reason: `${folder} is in use by ${claim ? `process ${claim.pid} on ${claim.host}` : 'another process'}`,
    fix: 'stop it, or set LATCHKEY_GATEWAY_DATA to another folder',
  })
}

function endProcess(): void {
  console.error(
    'config-invalid: the data folder was taken over by another process\n  fix: start one gateway a folder',
  )
  process.exit(1)
}

/**
 * Overwrites the existing claim file and never creates a new one.
 * @returns false when the file was deleted
 */
async function writeBeat(path: string, text: string): Promise<boolean> {
  const file: { handle?: FileHandle } = {}
  try {
    file.handle = await open(path, 'r+')
    await file.handle.write(text, 0)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  } finally {
    await file.handle?.close()
  }
}

function readClaim(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parseClaim(text: string): Claim | undefined {
  try {
    return JSON.parse(text) as Claim
  } catch {
    return undefined
  }
}

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol'
import { askSocket, claimSocket } from './claim-socket.ts'
import { thisKernel } from './this-kernel.ts'

/**
 * How often a holder writes that it lives, and how long a claim of another machine is watched until
 * it counts as dead.
 */
const beatMs = 2_000
const deadMs = 20_000
const askAgainMs = 200

const claimName = /^gateway-([\da-f-]{36})\.lock$/

/** What lies in a claim; `beat` grows while its process lives. */
interface Claim {
  readonly pid: number
  readonly host: string
  /** Names the running system: containers of one machine share it. */
  readonly kernel: string
  /** Whether its socket can be asked; not every shared folder takes one. */
  readonly hasSocket: boolean
  readonly isHeld: boolean
  readonly beat: number
}

export interface LockOptions {
  /**
   * The claim is gone: somebody took this process for dead. Ends the process, since what it writes
   * from here on would spoil the database.
   */
  readonly onLost?: () => void
  readonly beatMs?: number
  readonly deadMs?: number
}

/**
 * Claims a data folder for this process, since two in one folder would spoil the database; the
 * result gives it back.
 *
 * Everybody who wants the folder first lays down a claim under a name of its own, then looks at all
 * others: of two who come at once, the one that looks later sees the other. A claim is never
 * written over, so there is no moment between reading and writing. Its process is alive when its
 * socket takes connections, which the kernel ends with the process: containers that share the
 * folder have processes of equal numbers, and a number may be given to another. The claim of
 * another machine is alive when its beat goes on.
 * @throws `config-invalid` when another process has it
 */
export async function lockFolder(
  folder: string,
  options: LockOptions = {},
): Promise<() => Promise<void>> {
  const { onLost = endProcess, beatMs: everyMs = beatMs, deadMs: silentMs = deadMs } = options
  const id = randomUUID()
  const path = join(folder, `gateway-${id}.lock`)
  const socket = await claimSocket(folder, id)
  const kernel = thisKernel()
  const self = {
    pid: process.pid,
    host: hostname().slice(0, 64),
    kernel,
    hasSocket: socket !== undefined,
  }
  const state = { isHeld: false, beat: 0 }
  // A beat may be under way while the claim is given back.
  const over = { isGiven: false }
  // Of one width, so that it is written in one piece over what was there.
  const spellClaim = (): string => JSON.stringify({ ...self, ...state } satisfies Claim).padEnd(400)
  const giveBack = async (): Promise<void> => {
    if (over.isGiven) return
    over.isGiven = true
    clearInterval(timer)
    rmSync(path, { force: true })
    await socket?.close()
  }
  // It appears whole, once the socket answers.
  writeFileSync(`${path}.new`, spellClaim(), { mode: 0o600 })
  renameSync(`${path}.new`, path)
  const timer = setInterval(() => {
    state.beat += 1
    writeBeat(path, spellClaim()).then(
      (isThere) => {
        if (isThere || over.isGiven) return
        clearInterval(timer)
        onLost()
      },
      // A full disk, or one that is away for a moment: said by whatever else is written.
      () => {},
    )
  }, everyMs)
  timer.unref()
  try {
    await outliveOthers({ folder, id, kernel, silentMs })
    state.isHeld = true
    if (!(await writeBeat(path, spellClaim()))) throw inUse(folder, undefined)
  } catch (error) {
    await giveBack()
    throw error
  }
  return giveBack
}

/**
 * Resolves when no other claim is left: those of the dead are taken away. @throws while somebody
 * has the folder
 */
async function outliveOthers(own: {
  readonly folder: string
  readonly id: string
  readonly kernel: string
  readonly silentMs: number
}): Promise<void> {
  const { folder, id, kernel, silentMs } = own
  const seen = new Map<string, { readonly text: string; readonly at: number }>()
  for (;;) {
    const others = readdirSync(folder).flatMap((name) => {
      const other = claimName.exec(name)?.[1]
      return other === undefined || other === id ? [] : [other]
    })
    if (!others.length) return
    for (const other of others) {
      const text = readClaim(join(folder, `gateway-${other}.lock`))
      if (text === undefined) continue
      const claim = parseClaim(text)
      const before = seen.get(other)
      const isHere = claim?.hasSocket === true && claim.kernel === kernel
      const said = isHere ? await askSocket(folder, other) : 'unknown'
      const isSilent = before?.text === text && performance.now() - before.at > silentMs
      if (said === 'dead' || (said === 'unknown' && isSilent)) {
        for (const end of ['lock', 'sock']) {
          rmSync(join(folder, `gateway-${other}.${end}`), { force: true })
        }
        continue
      }
      // Of two that look at each other one goes on: the one whose name comes first, unless the
      // other has the folder already.
      const isAlive = said === 'alive' || (before !== undefined && before.text !== text)
      if (isAlive && (claim?.isHeld || other < id)) throw inUse(folder, claim)
      if (before?.text !== text) seen.set(other, { text, at: performance.now() })
    }
    await pause(askAgainMs)
  }
}

function inUse(folder: string, claim: Claim | undefined): LatchkeyError {
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

/** Writes over what is there, never a new file. @returns false when it was taken away */
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

import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Ports below the operating system's automatic range (Linux: from 32768). */
const range = { from: 20_000, to: 32_000 }
/** The first port of a block reserves the others. */
const blockSize = 32

/**
 * Reserves free ports. They are outside the operating system's automatic range, and other callers,
 * in this process or another run on this machine, get other blocks. A block is reserved by
 * listening on its first port for as long as this process lives.
 */
export async function freePorts(count: number): Promise<number[]> {
  if (count >= blockSize) throw new Error(`${blockSize - 1} ports at most`)
  const blocks = Math.floor((range.to - range.from) / blockSize)
  const first = randomInt(blocks)
  for (let at = 0; at < blocks; at++) {
    const guard = range.from + ((first + at) % blocks) * blockSize
    const held = await listen(guard)
    if (!held) continue
    const found: number[] = []
    for (let port = guard + 1; port < guard + blockSize && found.length < count; port++) {
      if (await isFree(port)) found.push(port)
    }
    if (found.length === count) return found
    held.close()
  }
  throw new Error(`no ${count} free ports from ${range.from} to ${range.to}`)
}

/** Listens without keeping the process alive; undefined when the port is taken. */
function listen(port: number): Promise<Server | undefined> {
  return new Promise((done) => {
    const server = createServer().unref()
    server.once('error', () => done(undefined))
    server.listen(port, '127.0.0.1', () => done(server))
  })
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (server) await new Promise((done) => server.close(done))
  return server !== undefined
}

/** An `npm start` that runs on other ports. */
export interface StartRun {
  readonly child: ChildProcess
  output(): string
  /** Resolves after this text was printed; throws with the output when the process ends before. */
  until(text: RegExp): Promise<void>
  /** Exit code of the process. */
  readonly ended: Promise<number | null>
}

/**
 * Starts `npm start` on the given ports, in this order: demo, gateway, companion, EVM devnet,
 * sandbox, and the devnets of Solana, Bitcoin and Stacks; then optionally mailbox, its SMTP, test
 * sign-in, Farcaster, bundler, vault and documentation.
 */
export function runStart(
  ports: readonly number[],
  env: Readonly<Record<string, string>> = {},
): StartRun {
  const [
    demo,
    gateway,
    companion,
    evm,
    sandbox,
    solana,
    bitcoin,
    stacks,
    mailbox = 0,
    smtp = 0,
    openId = 0,
    farcaster = 0,
    bundler = 0,
    vault = 0,
    docs = 0,
  ] = ports
  const data = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
  const gatewayData = env.LATCHKEY_GATEWAY_DATA ?? join(data, 'gateway')
  // Files of `initdb`, made once per run: making them takes most of a gateway's start.
  const { LATCHKEY_TEST_PGLITE_FOLDER: prepared } = process.env
  if (prepared) cpSync(prepared, join(gatewayData, 'database'), { recursive: true })
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LATCHKEY_START_WITH_PARENT: '1',
      LATCHKEY_DEMO_PORT: String(demo),
      LATCHKEY_GATEWAY_PORT: String(gateway),
      LATCHKEY_COMPANION_PORT: String(companion),
      LATCHKEY_EVM_PORT: String(evm),
      LATCHKEY_SANDBOX_PORT: String(sandbox),
      LATCHKEY_SOLANA_PORT: String(solana),
      LATCHKEY_BITCOIN_PORT: String(bitcoin),
      LATCHKEY_STACKS_PORT: String(stacks),
      LATCHKEY_MAILBOX_PORT: String(mailbox),
      LATCHKEY_MAILBOX_SMTP_PORT: String(smtp),
      LATCHKEY_OPENID_PORT: String(openId),
      LATCHKEY_FARCASTER_PORT: String(farcaster),
      LATCHKEY_BUNDLER_PORT: String(bundler),
      LATCHKEY_VAULT_PORT: String(vault),
      LATCHKEY_DOCS_PORT: String(docs),
      LATCHKEY_GATEWAY_DATA: gatewayData,
      LATCHKEY_SANDBOX_DATA: join(data, 'sandbox'),
      NODE_ENV: 'development',
      ...env,
    },
  })
  const kept = { text: '' }
  child.stdout?.on('data', (part: Buffer) => {
    kept.text += part.toString()
  })
  child.stderr?.on('data', (part: Buffer) => {
    kept.text += part.toString()
  })
  const ended = new Promise<number | null>((done) =>
    child.once('close', (code) => {
      rmSync(data, { recursive: true, force: true })
      done(code)
    }),
  )
  return {
    child,
    output: () => kept.text,
    ended,
    async until(text) {
      const gone = { isGone: false }
      void ended.then(() => {
        gone.isGone = true
      })
      while (!text.test(kept.text)) {
        if (gone.isGone) throw new Error(`ended early:\n${kept.text}`)
        await new Promise((done) => setTimeout(done, 50))
      }
    },
  }
}

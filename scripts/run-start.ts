import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * Free ports below those that the system gives out by itself (Linux: from 32768): what is started
 * later, or connects somewhere meanwhile, takes none of them. Files that run side by side draw from
 * ranges of their own.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  const from = 20_000 + (Number(process.env.VITEST_POOL_ID || 0) % 4) * 3000
  while (found.size < count) {
    const port = randomInt(from, from + 3000)
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

/** `npm start` under way on other ports. */
export interface StartRun {
  readonly child: ChildProcess
  output(): string
  /** Resolves once it has printed this; throws with its output when it ends before. */
  until(text: RegExp): Promise<void>
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

/**
 * Ports of demo, gateway, companion, EVM devnet, sandbox, and the devnets of Solana, Bitcoin and
 * Stacks, in this order; then, where they are wanted, of mailbox, its SMTP, test sign-in,
 * Farcaster, bundler and vault.
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
  ] = ports
  const data = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
  const gatewayData = env.LATCHKEY_GATEWAY_DATA ?? join(data, 'gateway')
  // What `initdb` makes, made once a run: it took most of a gateway's start.
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

import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Ports the system has just given out and taken back. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Server>((done) => {
          const server = createServer()
          server.listen(0, '127.0.0.1', () => done(server))
        }),
    ),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
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
 * Ports of demo, gateway, companion, EVM devnet, sandbox, and the devnets of Solana, Bitcoin and Stacks, in this order; then,
 * where they are wanted, of mailbox, its SMTP, test sign-in, Farcaster, bundler and vault.
 */
export function runStart(ports: readonly number[], env: Readonly<Record<string, string>> = {}): StartRun {
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
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
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
      LATCHKEY_GATEWAY_DATA: join(root, `.cache/start-test-${gateway}`),
      LATCHKEY_SANDBOX_DATA: join(root, `.cache/start-test-sandbox-${sandbox}`),
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
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
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

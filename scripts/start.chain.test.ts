import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGTERM')
})

/** Ports the system has just given out and taken back. */
async function freePorts(count: number): Promise<number[]> {
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

function start(ports: readonly number[]): {
  child: ChildProcess
  output: () => string
  until(text: RegExp): Promise<void>
  ended: Promise<number | null>
} {
  const [demo, gateway, companion, evm] = ports
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LATCHKEY_DEMO_PORT: String(demo),
      LATCHKEY_GATEWAY_PORT: String(gateway),
      LATCHKEY_COMPANION_PORT: String(companion),
      LATCHKEY_EVM_PORT: String(evm),
      LATCHKEY_GATEWAY_DATA: join(root, `.cache/start-test-${gateway}`),
      NODE_ENV: 'development',
    },
  })
  children.push(child)
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

function listening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}

describe('npm start', () => {
  test('behavior: every address answers once it is ready, and nothing is left after the signal', {
    timeout: 120_000,
  }, async () => {
    const ports = await freePorts(4)
    const run = start(ports)
    await run.until(/^ready/m)
    const answers = await Promise.all([
      fetch(`http://localhost:${ports[0]}/`),
      fetch(`http://localhost:${ports[1]}/health`),
      fetch(`http://localhost:${ports[2]}/`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answers[0]?.text()
    expect(page).toContain(`http://localhost:${ports[1]}`)
    const chain = await fetch(`http://localhost:${ports[3]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
    })
    expect(await chain.json()).toMatchObject({ result: '0x7a69' })
    for (const port of ports) expect(run.output()).toContain(`http://localhost:${port}`)

    const group = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === run.child.pid)
      .map(([pid]) => pid ?? 0)
    expect(group.length).toBe(4)
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(130)
    expect(await Promise.all(ports.map(listening))).toEqual([false, false, false, false])
    for (const pid of group) expect(() => process.kill(pid, 0)).toThrow()
  })

  test('behavior: a taken port is said with the variable that moves it, and nothing is started', {
    timeout: 60_000,
  }, async () => {
    const [demo = 0, gateway = 0, companion = 0, evm = 0] = await freePorts(4)
    const other = createServer()
    await new Promise<void>((done) => other.listen(companion, '127.0.0.1', done))
    try {
      const run = start([demo, gateway, companion, evm])
      expect(await run.ended).toBe(1)
      expect(run.output()).toContain(`Port ${companion} (companion) is taken`)
      expect(run.output()).toContain('LATCHKEY_COMPANION_PORT')
      expect(await listening(evm)).toBe(false)
    } finally {
      await new Promise((done) => other.close(done))
    }
  })
})

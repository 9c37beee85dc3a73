import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { freePorts, runStart, type StartRun } from './run-start.ts'

// Here it starts as it does for everybody, with a database of its own making.
delete process.env.LATCHKEY_TEST_PGLITE_FOLDER
const runs: StartRun[] = []
afterEach(() => {
  for (const { child } of runs.splice(0)) {
    child.kill('SIGTERM')
  }
})
function start(ports: readonly number[]): StartRun {
  const run = runStart(ports)
  runs.push(run)
  return run
}

function listening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}

/** Of the vault, whose host no resolver here knows but a browser's. */
function documentOf(
  port: number,
  path: string,
): Promise<{ status: number | undefined; policy: string }> {
  return new Promise((done, fail) => {
    get(
      { host: '127.0.0.1', port, path, headers: { host: `vault.localhost:${port}` } },
      (answer) => {
        answer.resume()
        done({
          status: answer.statusCode,
          policy: String(answer.headers['content-security-policy']),
        })
      },
    ).once('error', fail)
  })
}

describe('npm start', () => {
  test('behavior: every address answers once it is ready, and nothing is left after the signal', {
    timeout: 120_000,
  }, async () => {
    const ports = await freePorts(15)
    const run = start(ports)
    await run.until(/^ready/m)
    const answers = await Promise.all([
      fetch(`http://localhost:${ports[0]}/`),
      fetch(`http://localhost:${ports[1]}/health`),
      fetch(`http://localhost:${ports[2]}/`),
      fetch(`http://localhost:${ports[1]}/dashboard/`),
      fetch(`http://localhost:${ports[4]}/`),
      fetch(`http://localhost:${ports[1]}/v1/onramp/options?projectId=demo`),
      // A page of the documentation would build all of it.
      fetch(`http://localhost:${ports[14]}/health`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200])
    expect(await answers[4]?.text()).toContain('SANDBOX')
    expect(await answers[5]?.json()).toMatchObject({
      purchaseCurrencies: [{ symbol: 'ETH' }, {}, {}],
    })
    expect(await answers[3]?.text()).toContain('Latchkey dashboard')
    expect(answers[0]?.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answers[0]?.text()
    expect(page).toContain(`http://localhost:${ports[1]}`)
    const chain = await fetch(`http://localhost:${ports[3]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
    })
    expect(await chain.json()).toMatchObject({ result: '0x7a69' })
    // It begins with this very question.
    const tip = await fetch(`http://localhost:${ports[6]}/blocks/tip/height`)
    expect(Number(await tip.text())).toBeGreaterThan(400)
    const identity = await Promise.all([
      fetch(`http://localhost:${ports[8]}/api/messages`),
      fetch(`http://localhost:${ports[10]}/google/.well-known/openid-configuration`),
      fetch(`http://localhost:${ports[11]}/`),
    ])
    expect(identity.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await identity[1]?.json()).toMatchObject({
      issuer: `http://localhost:${ports[10]}/google`,
    })
    const vault = await documentOf(ports[13] ?? 0, '/v/demo')
    expect(vault.status).toBe(200)
    expect(vault.policy).toMatch(/frame-ancestors http:\/\/localhost:\*/)
    for (const port of ports) {
      expect(run.output()).toMatch(new RegExp(`://(?:vault\\.)?localhost:${port}\\b`))
    }

    const group = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === run.child.pid)
      .map(([pid]) => pid ?? 0)
    expect(group.length).toBe(7)
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(130)
    expect(await Promise.all(ports.map(listening))).toEqual(ports.map(() => false))
    for (const pid of group) {
      expect(() => process.kill(pid, 0)).toThrow()
    }
  })

  test('behavior: a taken port is said with the variable that moves it, and nothing is started', {
    timeout: 60_000,
  }, async () => {
    const ports = await freePorts(8)
    const [, , companion = 0, evm = 0] = ports
    const other = createServer()
    await new Promise<void>((done) => other.listen(companion, '127.0.0.1', done))
    try {
      const run = start(ports)
      expect(await run.ended).toBe(1)
      expect(run.output()).toContain(`Port ${companion} (companion) is taken`)
      expect(run.output()).toContain('LATCHKEY_COMPANION_PORT')
      expect(await listening(evm)).toBe(false)
    } finally {
      await new Promise((done) => other.close(done))
    }
  })
})

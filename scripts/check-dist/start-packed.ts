import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const patienceMs = 60_000

/**
 * Starts the gateway from its published folder with a new data folder, and checks that it is ready.
 * @returns faults: the gateway's output
 */
export async function startPacked(folder: string): Promise<string[]> {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-packed-'))
  const child = spawn(process.execPath, [join(folder, 'dist/cli.mjs')], {
    env: {
      ...process.env,
      LATCHKEY_GATEWAY_DATA: data,
      LATCHKEY_GATEWAY_PORT: '0',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  try {
    const url = await addressOf(child)
    const answer = await fetch(`${url}/ready`)
    const said = await answer.text()
    child.kill('SIGINT')
    const [code] = await ended
    return [
      ...(answer.ok ? [] : [`/ready answers ${answer.status}: ${said}`]),
      ...(code === 0 ? [] : [`ends with ${code}`]),
    ]
  } catch (error) {
    return [String(error)]
  } finally {
    clearTimeout(patience)
    child.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

/** Waits for the gateway's address. @throws with all output when the process ends before */
function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said.push(chunk.toString())
        const [, url] = /^gateway (http:\/\/\S+)/m.exec(said.join('')) ?? []
        if (url) resolve(url)
      })
    }
    child.once('close', () =>
      reject(new Error(`it does not start: ${said.join('').slice(0, 2_000)}`)),
    )
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The gateway as its own process. */
export interface GatewayProcess {
  readonly url: string
  readonly child: ChildProcess
  /** SIGKILL, and its end. */
  kill(): Promise<void>
}

/** Starts the gateway's command on a data folder; resolves when it listens. */
export async function startProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const fromSource = ['--conditions=latchkey-source', '--import', 'tsx']
  const { LATCHKEY_TEST_GATEWAY: built } = process.env
  const command = built ? [built] : [...fromSource, join(import.meta.dirname, '../cli.ts')]
  const child = spawn(process.execPath, command, {
    env: {
      ...process.env,
      LATCHKEY_GATEWAY_DATA: dataDir,
      LATCHKEY_GATEWAY_PORT: '0',
      LATCHKEY_VAULT_PORT: '0',
      LATCHKEY_GATEWAY_LOG: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said.push(chunk.toString())
      const found = /^gateway (http:\/\/\S+)/m.exec(said.join(''))
      if (found?.[1]) resolve(found[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(said.join(''))))
  })
  return {
    url,
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

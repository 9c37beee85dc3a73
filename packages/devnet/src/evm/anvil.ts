import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { guardProcess } from '../serve/guard-process.ts'

/** A running anvil node. */
export interface Anvil {
  readonly url: string
  readonly pid: number
  /** Stops the node; resolves when its process has ended. */
  stop(): Promise<void>
}

/**
 * Starts the anvil binary itself rather than a wrapper script, so that its pid can be killed. Port
 * 0 lets the operating system choose.
 */
export async function startAnvil(options: {
  readonly port: number
  readonly hosts: readonly string[]
  readonly mnemonic: string
  readonly chainId: number
}): Promise<Anvil> {
  const child = spawn(
    findBinary(),
    [
      ...options.hosts.flatMap((host) => ['--host', host]),
      '--port',
      String(options.port),
      '--chain-id',
      String(options.chainId),
      '--mnemonic',
      options.mnemonic,
      '--accounts',
      '10',
      '--balance',
      '10000',
      '--order',
      'fifo',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const processExit = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const port = await awaitPort(child, options.port)
  const pid = child.pid as number
  const releaseGuard = guardProcess(pid)
  const killChild = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', killChild)
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    async stop() {
      process.off('exit', killChild)
      killChild()
      await processExit
      releaseGuard()
    },
  }
}

function findBinary(): string {
  const processorName = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${processorName}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm install without --omit=optional`, { cause })
  }
}

function awaitPort(child: ChildProcess, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const outputChunks: string[] = []
    child.stderr?.on('data', (data: Buffer) => outputChunks.push(data.toString()))
    child.stdout?.on('data', (data: Buffer) => {
      // Anvil's output is read until it ends, because a full pipe would block the process.
      if (outputChunks.length > 100) return
      outputChunks.push(data.toString())
      const portMatch = /Listening on [^\n]*:(\d+)/.exec(outputChunks.join(''))
      if (portMatch) resolve(Number(portMatch[1]))
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const text = outputChunks.join('')
      reject(
        new Error(
          /in use/i.test(text)
            ? `port ${port} is taken: choose another one (LATCHKEY_EVM_PORT, --port)`
            : `anvil ended with ${code}: ${text.slice(-500)}`,
        ),
      )
    })
  })
}

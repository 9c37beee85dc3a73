import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPublicClient, type Hex, http, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mnemonic } from '../evm/accounts.ts'
import { addresses } from '../evm/addresses.ts'
import { guardProcess } from '../serve/guard-process.ts'

/** A running bundler. */
export interface Bundler {
  /** URL of the bundler's ERC-4337 JSON-RPC on loopback. */
  readonly url: string
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * Starts a bundler for the EntryPoint of a devnet, on 127.0.0.1. It trusts accounts without tracing
 * their validation code, because the node cannot trace, and pays from accounts of its own.
 * @param options.chain - JSON-RPC address of the devnet
 * @param options.port - 0 (the default) lets the operating system choose
 */
export async function startBundler(options: {
  readonly chain: string
  readonly port?: number
}): Promise<Bundler> {
  const port = options.port || (await freePort())
  const executorKeys = await fundedKeys(options.chain)
  const child = spawn(
    process.execPath,
    [
      '--import',
      fileURLToPath(new URL('./on-loopback.mjs', import.meta.url)),
      findCommand(),
      '--entrypoints',
      addresses.entryPoint,
      '--rpc-url',
      options.chain,
      '--port',
      String(port),
      '--executor-private-keys',
      executorKeys[0],
      '--utility-private-key',
      executorKeys[1],
      '--safe-mode',
      'false',
      '--enable-cors',
      'true',
      '--log-level',
      'error',
      '--block-time',
      '100',
      '--min-bundle-interval',
      '20',
      '--max-bundle-interval',
      '100',
    ],
    // The bundler gets a minimal environment, because inherited variables could make it report to
    // external services.
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH } },
  )
  const processExit = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const releaseGuard = guardProcess(child.pid as number)
  const killChild = () => void child.kill('SIGKILL')
  process.once('exit', killChild)
  const stop = async () => {
    process.off('exit', killChild)
    killChild()
    await processExit
    releaseGuard()
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await awaitAnswer(url, child)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function findCommand(): string {
  const altoEntry = createRequire(import.meta.url).resolve('@pimlico/alto')
  return join(dirname(altoEntry), 'cli/alto.js')
}

async function fundedKeys(chain: string): Promise<readonly [Hex, Hex]> {
  const client = createPublicClient({ transport: http(chain) })
  const readFundedKey = async (addressIndex: number): Promise<Hex> => {
    const account = mnemonicToAccount(mnemonic, { addressIndex })
    await client.request({
      method: 'anvil_setBalance',
      params: [account.address, toHex(10n ** 21n)],
    } as never)
    return toHex(account.getHdKey().privateKey as Uint8Array)
  }
  return [await readFundedKey(30), await readFundedKey(31)]
}

async function awaitAnswer(url: string, child: ChildProcess): Promise<void> {
  const processOutput: { text: string; isGone: boolean } = { text: '', isGone: false }
  // The bundler's output is read to the end, because a full pipe would block the process.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      processOutput.text = (processOutput.text + data.toString()).slice(-2000)
    })
  }
  child.once('close', () => {
    processOutput.isGone = true
  })
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_supportedEntryPoints',
    params: [],
  })
  const headers = { 'content-type': 'application/json' }
  for (
    const deadline = Date.now() + startTimeoutMs;
    Date.now() < deadline && !processOutput.isGone;
  ) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  throw new Error(`the bundler did not start: ${processOutput.text}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePorts, runStart } from '../../scripts/run-start.ts'

/** An `npm start` with the vault. */
export interface VaultStart {
  /** Ports in the order of `runStart`. */
  readonly ports: readonly number[]
  /** What it has printed. */
  output(): string
  /** Resolves when everything answers. */
  untilReady(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts everything that `npm start` starts, on free ports; one that ends by itself is reported.
 * @param more - environment variables for it
 */
export async function startWithVault(
  more: Readonly<Record<string, string>> = {},
): Promise<VaultStart> {
  const ports = await freePorts(14)
  const run = runStart(ports, more)
  const state = { isStopping: false }
  void run.ended.then((code) => {
    if (!state.isStopping)
      console.error(`npm start ended by itself with ${code}:\n${run.output().slice(-6000)}`)
  })
  return {
    ports,
    output: run.output,
    untilReady: () => run.until(/^ready/m),
    async stop() {
      state.isStopping = true
      run.child.kill('SIGTERM')
      await run.ended
    },
  }
}

/**
 * Offers one `npm start` with the vault to all test files of a run. A server at the address in
 * `LATCHKEY_SHARED_START` starts it at the first request, and answers each request with its ports
 * in the order of `runStart`. Files that share it use visitors and sites of their own.
 * @returns a function that ends the `npm start` and the server
 */
export async function offerSharedStart(): Promise<() => Promise<void>> {
  const held: { world?: Promise<VaultStart> } = {}
  const server = createServer(async (_, response) => {
    try {
      held.world ??= startWithVault()
      const world = await held.world
      await world.untilReady()
      response.end(JSON.stringify(world.ports))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  process.env.LATCHKEY_SHARED_START = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return async () => {
    delete process.env.LATCHKEY_SHARED_START
    await (await held.world)?.stop()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

/** Returns the ports of the run's `npm start`, which starts at the first request. */
export async function askSharedStart(address: string): Promise<readonly number[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as readonly number[]
}

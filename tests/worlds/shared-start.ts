import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePorts, runStart, type StartRun } from '../../scripts/run-start.ts'

/**
 * Offers one `npm start` with the vault to all test files of a run. A server at the address in
 * `LATCHKEY_SHARED_START` starts it at the first request, and answers each request with its ports
 * in the order of `runStart`. Files that share it use visitors and sites of their own.
 * @returns a function that ends the `npm start` and the server
 */
export async function offerSharedStart(): Promise<() => Promise<void>> {
  const held: { starting?: Promise<readonly number[]>; run?: StartRun; isStopping: boolean } = {
    isStopping: false,
  }
  const start = async (): Promise<readonly number[]> => {
    const ports = await freePorts(14)
    const run = runStart(ports)
    held.run = run
    void run.ended.then((code) => {
      if (!held.isStopping)
        console.error(`npm start ended by itself with ${code}:\n${run.output().slice(-6000)}`)
    })
    await run.until(/^ready/m)
    return ports
  }
  const server = createServer(async (_, response) => {
    try {
      held.starting ??= start()
      response.end(JSON.stringify(await held.starting))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  process.env.LATCHKEY_SHARED_START = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return async () => {
    delete process.env.LATCHKEY_SHARED_START
    held.isStopping = true
    held.run?.child.kill('SIGTERM')
    await held.run?.ended
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

import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a port of the loopback that nothing listens at. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

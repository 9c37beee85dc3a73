import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const headers = { 'content-type': 'application/json' }

/** A proxy that records the requests; both measured paths lead through it. */
export async function startCounter(
  real: string,
  asked: string[],
): Promise<{ node: Server; url: string }> {
  const node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString()
      asked.push(body)
      response.end(await (await fetch(real, { method: 'POST', headers, body })).text())
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', () => resolve()))
  return { node, url: `http://127.0.0.1:${(node.address() as AddressInfo).port}` }
}

import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { callerAddress } from '../../../server/hosts/caller-address.ts'
import { chainId, configOf, makeGateway } from '../../../test/make-gateway.ts'
import { nodeCalls } from './node-calls.ts'

const rateLimit = { capacity: 3, refillPerSecond: 0.001 }
/** Every request comes over the proxy's own connection, as `trustProxy` has it. */
const proxy = { incoming: { socket: { remoteAddress: '10.0.0.1' } } }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })

function vaultAndGateway() {
  const { of: seen } = callerAddress(true, { error: () => undefined })
  const fetchNode = async () => Response.json([{ jsonrpc: '2.0', id: 1, result: '0x1' }])
  const { app } = makeGateway({
    config: configOf(['http://node.example'], { rateLimit }),
    callerOf: seen,
    fetchNode,
  })
  const vault = new Hono().route('/', nodeCalls(app, seen))
  return async (visitor: string, headers: Record<string, string> = {}) => {
    const asked = { method: 'POST', body, headers: { 'x-forwarded-for': visitor, ...headers } }
    return (await vault.request(`/rpc/shop?chainId=${chainId}`, asked, proxy)).status
  }
}

describe('nodeCalls', () => {
  test('behavior: behind a proxy each visitor has a bucket of its own', async () => {
    const ask = vaultAndGateway()
    const statuses = []
    for (let visitor = 1; visitor <= 12; visitor++) {
      statuses.push(await ask(`198.51.100.${visitor}`))
    }
    expect(statuses).toEqual(statuses.map(() => 200))
  })

  test('behavior: one visitor is held to the limit, whatever its headers say', async () => {
    const ask = vaultAndGateway()
    const statuses = []
    for (let call = 0; call < 4; call++) {
      statuses.push(
        await ask(`192.0.2.${call}, 198.51.100.7`, {
          'x-caller': `192.0.2.${call}`,
          forwarded: `for=${call}`,
        }),
      )
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

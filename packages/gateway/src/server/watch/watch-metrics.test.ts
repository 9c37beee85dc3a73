import { describe, expect, test } from 'vitest'
import { makeGateway } from '../../test/make-gateway.ts'
import { readSamples } from '../../test/read-samples.ts'
import { databaseHelp, makeWatchMetrics, renderGauges } from './watch-metrics.ts'

describe('makeFigures', () => {
  test('default', async () => {
    const clock = { ms: 0 }
    const { watch, render } = makeWatchMetrics(() => clock.ms)
    await watch({ kind: 'node', labels: { chain: 'eip155:1', calls: 3 } }, async () => {
      clock.ms += 30
    })
    const failing = watch({ kind: 'node', labels: { chain: 'eip155:1', calls: 1 } }, async () => {
      clock.ms += 2_000
      throw new Error('down')
    })
    await expect(failing).rejects.toThrow('down')
    const samples = readSamples(await render())
    expect(samples.get('latchkey_node_calls_total{chain="eip155:1",outcome="ok"}')).toBe(1)
    expect(samples.get('latchkey_node_calls_total{chain="eip155:1",outcome="failed"}')).toBe(1)
    expect(samples.get('latchkey_node_call_seconds_bucket{chain="eip155:1",le="0.025"}')).toBe(0)
    expect(samples.get('latchkey_node_call_seconds_bucket{chain="eip155:1",le="0.05"}')).toBe(1)
    expect(samples.get('latchkey_node_call_seconds_bucket{chain="eip155:1",le="+Inf"}')).toBe(2)
    expect(samples.get('latchkey_node_call_seconds_sum{chain="eip155:1"}')).toBeCloseTo(2.03)
    expect(samples.get('latchkey_node_call_seconds_count{chain="eip155:1"}')).toBe(2)
  })

  test('behavior: requests of a gateway by route and status, whatever they ask for', async () => {
    const { watch, render } = makeWatchMetrics()
    const { app } = makeGateway({ watch })
    await app.request('/health')
    await app.request('/getWallets?projectId=shop&page=0')
    for (const path of ['/a', '/b', '/c"\n']) {
      await app.request(encodeURI(path))
    }
    const samples = readSamples(await render())
    expect(samples.get('latchkey_requests_total{method="GET",route="/health",status="200"}')).toBe(
      1,
    )
    expect(
      samples.get('latchkey_requests_total{method="GET",route="/getWallets",status="400"}'),
    ).toBe(1)
    expect(samples.get('latchkey_requests_total{method="GET",route="none",status="404"}')).toBe(3)
    expect(samples.get('latchkey_request_seconds_count{method="GET",route="/health"}')).toBe(1)
  })

  test('behavior: no label breaks the text', async () => {
    const { watch, render } = makeWatchMetrics()
    await watch({ kind: 'node', labels: { chain: 'a"b\\c\nd' } }, async () => {})
    expect(
      readSamples(await render()).get('latchkey_node_calls_total{chain="a_b_c_d",outcome="ok"}'),
    ).toBe(1)
  })
})

describe('renderGauges', () => {
  test('default', async () => {
    const text = await renderGauges('database', { connections: 3 }, databaseHelp)
    expect([...readSamples(text)]).toEqual([['latchkey_database_connections', 3]])
  })
})

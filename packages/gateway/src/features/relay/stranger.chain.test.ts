import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stranger, startStranger } from '../../../../../tests/peer/start-stranger.ts'
import { type GatewayProcess, startProcess } from '../../test/start-process.ts'

const namespaceOf = (...addresses: string[]) => ({
  eip155: {
    chains: ['eip155:1'],
    accounts: addresses.map((address) => `eip155:1:${address}`),
    methods: ['personal_sign'],
    events: ['chainChanged', 'accountsChanged'],
  },
})
const [first, second] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
]
const { accounts: _, ...asked } = namespaceOf(first).eip155
const request = {
  chainId: 'eip155:1',
  request: { method: 'personal_sign', params: ['0x00', first] },
}
const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
const made = {} as {
  gateway: GatewayProcess
  port: string
  dapp: Stranger
  wallet: Stranger
  topic: string
}

const relay = (): string => `ws://127.0.0.1:${made.port}`
const startWallet = (): Promise<Stranger> =>
  startStranger({ role: 'wallet', relay: relay(), storage: join(folder, 'wallet') })
const startGateway = async (): Promise<void> => {
  made.gateway = await startProcess(join(folder, 'data'), {
    LATCHKEY_GATEWAY_PORT: made.port ?? '0',
  })
  made.port = new URL(made.gateway.url).port
}

beforeAll(async () => {
  await startGateway()
  made.dapp = await startStranger({ role: 'dapp', relay: relay(), storage: join(folder, 'dapp') })
  made.wallet = await startWallet()
})
afterAll(async () => {
  await made.dapp?.kill()
  await made.wallet?.kill()
  await made.gateway?.kill()
  rmSync(folder, { recursive: true, force: true })
})

// In order: each goes on with the session of the one before.
describe('two independent clients through the relay', () => {
  test('behavior: pair, propose, approve, settle', async () => {
    const { dapp, wallet } = made
    const { uri } = await dapp.call<{ uri: string }>('connect', {
      optionalNamespaces: { eip155: asked },
    })
    await wallet.call('pair', { uri })
    const { id } = await wallet.take<{ id: number }>('session_proposal')
    const { topic } = await wallet.call<{ topic: string }>('approve', {
      id,
      namespaces: namespaceOf(first),
    })
    expect(await dapp.take('approved')).toMatchObject({ topic, namespaces: namespaceOf(first) })
    await wallet.take('acknowledged')
    made.topic = topic
  })

  test('behavior: a request is answered, and refused', async () => {
    const { dapp, wallet, topic } = made
    const signed = dapp.call('request', { topic, ...request })
    const asked = await wallet.take<{ id: number; params: object }>('session_request')
    expect(asked.params).toMatchObject(request)
    await wallet.call('respond', {
      topic,
      response: { id: asked.id, jsonrpc: '2.0', result: '0x5167' },
    })
    expect(await signed).toBe('0x5167')

    const refused = dapp.call('request', { topic, ...request }).catch((error: unknown) => error)
    const { id } = await wallet.take<{ id: number }>('session_request')
    const error = { code: 5000, message: 'User rejected' }
    await wallet.call('respond', { topic, response: { id, jsonrpc: '2.0', error } })
    expect(await refused).toMatchObject({ value: error })
  })

  test('behavior: event, update, extend, ping from both sides', async () => {
    const { dapp, wallet, topic } = made
    await wallet.call('emit', {
      topic,
      chainId: 'eip155:1',
      event: { name: 'accountsChanged', data: [second] },
    })
    expect(await dapp.take('session_event')).toMatchObject({
      params: { event: { data: [second] } },
    })
    await wallet.call('update', { topic, namespaces: namespaceOf(first, second) })
    expect(await dapp.take('session_update')).toMatchObject({
      params: { namespaces: namespaceOf(first, second) },
    })
    await wallet.call('extend', { topic })
    await dapp.take('session_extend')
    await wallet.call('ping', { topic })
    await dapp.take('session_ping')
    await dapp.call('ping', { topic })
    await wallet.take('session_ping')
  })

  test('behavior: a request to a wallet that is off waits for it', async () => {
    const { dapp, wallet, topic } = made
    await wallet.kill()
    const signed = dapp.call('request', { topic, ...request })
    await dapp.take('session_request_sent')
    await dapp.take('session_request_sent')
    await dapp.take('session_request_sent')
    made.wallet = await startWallet()
    const { id } = await made.wallet.take<{ id: number }>('session_request')
    await made.wallet.call('respond', { topic, response: { id, jsonrpc: '2.0', result: '0x1a7e' } })
    expect(await signed).toBe('0x1a7e')
  })

  test('behavior: what the relay acknowledged outlives its SIGKILL', async () => {
    const { dapp, wallet, topic } = made
    await wallet.kill()
    const signed = dapp.call('request', { topic, ...request })
    // The client reports it as sent at the relay's answer.
    await dapp.take('session_request_sent')
    await made.gateway.kill()
    await startGateway()
    made.wallet = await startWallet()
    const { id } = await made.wallet.take<{ id: number }>('session_request')
    await made.wallet.call('respond', { topic, response: { id, jsonrpc: '2.0', result: '0x0e77' } })
    expect(await signed).toBe('0x0e77')
  })

  test('behavior: a deletion ends the session on both sides, and neither spoke to another machine', async () => {
    const { dapp, wallet, topic } = made
    await dapp.call('disconnect', { topic, reason: { code: 6000, message: 'User disconnected.' } })
    expect(await made.wallet.take('session_delete')).toMatchObject({ topic })
    expect(await dapp.call('sessions')).toEqual([])
    await expect.poll(() => made.wallet.call('sessions')).toEqual([])
    for (const { events } of [dapp, wallet, made.wallet]) {
      expect(events.filter(({ event }) => /foreign-host|unhandled/.test(event))).toEqual([])
    }
  })
})

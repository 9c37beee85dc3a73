import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stranger, startStranger } from '../../../../tests/peer/start-stranger.ts'
import { type RunningGateway, startGateway } from '../hosts/node.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const namespaces = {
  eip155: {
    chains: ['eip155:1'],
    accounts: [`eip155:1:${account}`],
    methods: ['personal_sign'],
    events: ['chainChanged', 'accountsChanged'],
  },
}
const proposal = {
  optionalNamespaces: {
    eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged', 'accountsChanged'] },
  },
}
const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
const made = {} as { gateway: RunningGateway; dapp: Stranger; wallet: Stranger; topic: string }

beforeAll(async () => {
  made.gateway = await startGateway({ dataDir: join(folder, 'data'), port: 0, env: { LATCHKEY_GATEWAY_LOG: 'silent' } })
  const relay = made.gateway.url.replace('http', 'ws')
  made.dapp = await startStranger({ role: 'dapp', relay, storage: join(folder, 'dapp') })
  made.wallet = await startStranger({ role: 'wallet', relay, storage: join(folder, 'wallet') })
})
afterAll(async () => {
  await made.dapp?.kill()
  await made.wallet?.kill()
  await made.gateway?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('two strangers through the relay', () => {
  test('behavior: pair, propose, approve, settle', async () => {
    const { dapp, wallet } = made
    const { uri } = await dapp.call<{ uri: string }>('connect', proposal)
    await wallet.call('pair', { uri })
    const { id } = await wallet.take<{ id: number }>('session_proposal')
    const { topic } = await wallet.call<{ topic: string }>('approve', { id, namespaces })
    const session = await dapp.take<{ topic: string; namespaces: object }>('approved')
    expect(session).toMatchObject({ topic, namespaces: { eip155: { accounts: namespaces.eip155.accounts } } })
    await wallet.take('acknowledged')
    made.topic = topic
  })
})

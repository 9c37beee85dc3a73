import { join } from 'node:path'
import {
  disconnect,
  getAccount,
  prepareSend,
  send,
  signMessage,
  switchChain,
  watchTransaction,
} from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { type Hex, hexToString, verifyMessage } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { startProcess } from '../../packages/gateway/src/test/start-process.ts'
import {
  type Asked,
  ada,
  adaSigner,
  folder,
  grace,
  grantOf,
  load,
  made,
  type Proposal,
  propose,
  relay,
  respond,
  rpc,
  type Signing,
  settle,
  withWorld,
} from '../peer/page-world.ts'
import { startStranger } from '../peer/start-stranger.ts'

withWorld()

describe('a page and an independent wallet, through the relay', () => {
  test('behavior: pairs, proposes bare namespaces, is approved', async () => {
    const kit = load()
    const { connected } = await propose(kit)
    const proposal = await made.wallet.take<Proposal>('session_proposal')
    expect(proposal.params.requiredNamespaces).toEqual({})
    expect(proposal.params.optionalNamespaces).toMatchObject({
      eip155: { chains: ['eip155:31337', 'eip155:10'] },
    })
    expect(Object.keys(proposal.params.optionalNamespaces)).toEqual(['eip155'])
    expect(proposal.params.proposer.metadata).toMatchObject({
      name: 'Shop',
      url: 'https://shop.example',
    })
    await made.wallet.call('approve', { id: proposal.id, namespaces: grantOf(ada.address) })
    await made.wallet.take('acknowledged')
    expect((await connected).map(({ account }) => account)).toEqual([`eip155:31337:${ada.address}`])
    const connection = kit.getState().connections.walletConnect
    expect(connection?.status === 'connected' && connection.sessions[0]?.peer?.name).toBe('wallet')
    await disconnect(kit)
  })

  test('behavior: a refusal keeps its meaning, and the next try succeeds', async () => {
    const kit = load()
    const { connected } = await propose(kit)
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('reject', { id, reason: { code: 5000, message: 'User rejected.' } })
    const error = await connected.catch((reason: unknown) => reason)
    expect(hasCode(error, 'connection-rejected')).toBe(true)
    expect(kit.getState().connections.walletConnect).toMatchObject({ status: 'failed' })
    await settle(kit, ada.address)
    expect(getAccount(kit).status).toBe('connected')
    await disconnect(kit)
  })

  test('behavior: signs, is refused, and gets an error without a code', async () => {
    const kit = load()
    await settle(kit, ada.address)
    const signed = signMessage(kit, { message: 'Hello' })
    const asked = await made.wallet.take<Asked>('session_request')
    expect(asked.params).toMatchObject({
      chainId: 'eip155:31337',
      request: { method: 'personal_sign' },
    })
    const text = hexToString(asked.params.request.params[0] as Hex)
    await respond(asked, { result: await adaSigner.signMessage({ message: text }) })
    const { signature } = await signed
    expect(
      await verifyMessage({ address: ada.address, message: 'Hello', signature: signature as Hex }),
    ).toBe(true)

    for (const [error, code] of [
      [{ code: 5000, message: 'User rejected.' }, 'user-rejected'],
      [{ code: 4001, message: 'User rejected.' }, 'user-rejected'],
    ] as const) {
      const refused = signMessage(kit, { message: 'No' }).catch((reason: unknown) => reason)
      await respond(await made.wallet.take<Asked>('session_request'), { error })
      expect(await refused).toMatchObject({ code })
    }
    await disconnect(kit)
  })

  test('behavior: what it sends moves on the chain', async () => {
    const kit = load()
    await settle(kit, ada.address)
    const asset = kit.adapters.eip155?.nativeAsset(kit.chains[0] as never)
    if (!asset) throw new Error('no coin')
    const to = '0x00000000000000000000000000000000000000cc'
    const { transaction } = await prepareSend(kit, { asset, amount: 12345n, to })
    const sent = send(kit, { id: transaction.id })
    const asked = await made.wallet.take<Asked>('session_request')
    expect(asked.params.request.method).toBe('eth_sendTransaction')
    const hash = await rpc('eth_sendTransaction', asked.params.request.params)
    await respond(asked, { result: hash })
    await sent
    expect(await watchTransaction(kit, { id: transaction.id })).toMatchObject({
      status: 'confirmed',
      hash,
    })
    expect(BigInt((await rpc('eth_getBalance', [to, 'latest'])) as string)).toBe(12345n)
    await disconnect(kit)
  })

  test('behavior: hears accounts, chain, update, extension and ping, and switches without asking', async () => {
    const kit = load()
    const topic = await settle(kit, ada.address)
    const { wallet } = made
    await wallet.call('update', { topic, namespaces: grantOf(grace.address, ada.address) })
    await vi.waitFor(() => expect(getAccount(kit).address).toBe(grace.address))
    await wallet.call('emit', {
      topic,
      chainId: 'eip155:10',
      event: { name: 'chainChanged', data: 10 },
    })
    await vi.waitFor(() => expect(getAccount(kit).chain).toBe('eip155:10'))
    await wallet.call('emit', {
      topic,
      chainId: 'eip155:10',
      event: { name: 'accountsChanged', data: [ada.address] },
    })
    await vi.waitFor(() => expect(getAccount(kit).address).toBe(ada.address))
    const expiry = (): number | undefined => {
      const connection = kit.getState().connections.walletConnect
      return connection?.status === 'connected' ? connection.sessions[0]?.expiresAt : undefined
    }
    const before = expiry() ?? 0
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await wallet.call('extend', { topic })
    await vi.waitFor(() => expect(expiry()).toBeGreaterThan(before))
    await wallet.call('ping', { topic })
    await switchChain(kit, { chain: 'eip155:31337' })
    expect(getAccount(kit).chain).toBe('eip155:31337')
    expect(wallet.events.some(({ event }) => event === 'session_request')).toBe(false)
    await disconnect(kit)
  })

  test('behavior: either side ends it, and the other knows', async () => {
    const kit = load()
    await settle(kit, ada.address)
    await disconnect(kit)
    await made.wallet.take('session_delete')
    const topic = await settle(kit, ada.address)
    await made.wallet.call('disconnect', {
      topic,
      reason: { code: 6000, message: 'User disconnected.' },
    })
    await vi.waitFor(() => expect(getAccount(kit).status).toBe('disconnected'))
    expect(await made.wallet.call('sessions')).toEqual([])
  })

  test('behavior: connects and signs in with one question', async () => {
    const signing: Signing = { nonce: 'abcdefgh12345678', proofs: [] }
    const kit = load(signing)
    const { connected } = await propose(kit, true)
    const { id, params } = await made.wallet.take<{
      id: number
      params: { authPayload: { chains: string[] } & Record<string, unknown> }
    }>('session_authenticate')
    expect(params.authPayload).toMatchObject({ domain: 'shop.example', nonce: signing.nonce })
    const iss = `eip155:31337:${ada.address}`
    const message = await made.wallet.call<string>('formatAuthMessage', {
      request: params.authPayload,
      iss,
    })
    const signature = await adaSigner.signMessage({ message })
    const { type: _, chains: __, ...payload } = params.authPayload
    const auth = {
      h: { t: 'caip122' },
      p: { ...payload, iss: `did:pkh:${iss}` },
      s: { t: 'eip191', s: signature },
    }
    await made.wallet.call('approveSessionAuthenticate', { id, auths: [auth] })
    expect((await connected).map(({ account }) => account)).toEqual([iss])
    expect(signing.proofs).toHaveLength(1)
    const [proof] = signing.proofs
    expect(proof?.message).toContain(`Nonce: ${signing.nonce}`)
    const parts = {
      address: ada.address,
      message: proof?.message ?? '',
      signature: proof?.signature as Hex,
    }
    expect(await verifyMessage(parts)).toBe(true)
    await disconnect(kit)
  })

  test('behavior: a wallet that knows no one-click sign-in is asked once more', async () => {
    await made.wallet.kill()
    made.wallet = await startStranger({ role: 'wallet', relay: relay(), isAuthenticating: false })
    const signing: Signing = { nonce: 'abcdefgh12345678', proofs: [] }
    const kit = load(signing)
    const { connected } = await propose(kit, true)
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('approve', { id, namespaces: grantOf(ada.address) })
    const asked = await made.wallet.take<Asked>('session_request')
    const message = hexToString(asked.params.request.params[0] as Hex)
    expect(message).toContain(`Nonce: ${signing.nonce}`)
    await respond(asked, { result: await adaSigner.signMessage({ message }) })
    await connected
    expect(signing.proofs).toHaveLength(1)
    await disconnect(kit)
  })

  test('behavior: a request survives the relay that is killed and started again', async () => {
    const kit = load()
    await settle(kit, ada.address)
    const signed = signMessage(kit, { message: 'Hello' })
    const asked = await made.wallet.take<Asked>('session_request')
    await made.wallet.take('relayer_connect')
    await made.gateway.kill()
    const signature = await adaSigner.signMessage({ message: 'Hello' })
    made.gateway = await startProcess(join(folder, 'data'), { LATCHKEY_GATEWAY_PORT: made.port })
    await made.wallet.take('relayer_connect', 45_000)
    await respond(asked, { result: signature })
    expect(await signed).toMatchObject({ signature })
    await disconnect(kit)
  }, 60_000)
})

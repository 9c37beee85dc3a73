import { disconnect, getAccount, switchChain } from '@latchkey/core'
import { getProvider, getPublicClient, getWalletClient } from '@latchkey/evm/provider'
import { hexToString } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import {
  type Asked,
  ada,
  adaSigner,
  grace,
  load,
  made,
  respond,
  rpc,
  settle,
  withWorld,
} from './page-world.ts'

withWorld()

function open() {
  const kit = load()
  const provider = getProvider(kit)
  const events: (readonly [string, unknown])[] = []
  for (const name of ['connect', 'chainChanged', 'accountsChanged', 'disconnect'] as const) {
    provider.on(name, (payload: unknown) => void events.push([name, payload]))
  }
  return { kit, provider, events }
}

describe('the provider of a wallet on a phone, the independent client as the wallet', () => {
  test('behavior: accounts, chain and events are the session’s', async () => {
    const { kit, provider, events } = open()
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4100,
    })
    const topic = await settle(kit, ada.address, grace.address)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ada.address, grace.address])
    expect(events.splice(0)).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [ada.address, grace.address]],
    ])
    await made.wallet.call('emit', {
      topic,
      chainId: 'eip155:10',
      event: { name: 'chainChanged', data: 10 },
    })
    await vi.waitFor(() => expect(events).toEqual([['chainChanged', '0xa']]), 5000)
    events.splice(0)
    await made.wallet.call('disconnect', { topic, reason: { code: 6000, message: 'Bye' } })
    await vi.waitFor(() => expect(events.at(-1)?.[0]).toBe('disconnect'), 5000)
    expect(events.at(-2)).toEqual(['accountsChanged', []])
    expect(getAccount(kit).status).toBe('disconnected')
  })

  test('behavior: a chain of the session is switched without a question', async () => {
    const { kit, provider } = open()
    await settle(kit, ada.address)
    expect(
      await provider.request({
        method: 'wallet_switchEthereumChain',
        params: [{ chainId: '0xa' }],
      }),
    ).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
    await switchChain(kit, { chain: 'eip155:31337' })
    await disconnect(kit)
  })

  test('behavior: viem signs on the phone and reads from the owner’s node', async () => {
    const { kit } = open()
    await settle(kit, ada.address)
    const client = await getWalletClient(kit)
    const signed = client.signMessage({ message: 'through viem' })
    const asked = await made.wallet.take<Asked>('session_request')
    expect(asked.params.chainId).toBe('eip155:31337')
    const text = hexToString(asked.params.request.params[0] as `0x${string}`)
    const signature = await adaSigner.signMessage({ message: text })
    await respond(asked, { result: signature })
    expect([text, await signed]).toEqual(['through viem', signature])
    const balance = await (await getPublicClient(kit)).getBalance({ address: ada.address })
    expect(balance).toBe(BigInt(String(await rpc('eth_getBalance', [ada.address, 'latest']))))
    await disconnect(kit)
  })

  test.each([
    [5000, 4001],
    [4001, 4001],
    [-32602, -32602],
  ])('behavior: declined on the phone by %i is %i', async (sent, code) => {
    const { kit, provider } = open()
    await settle(kit, ada.address)
    const signing = provider.request({ method: 'personal_sign', params: ['0x6869', ada.address] })
    signing.catch(() => undefined)
    const asked = await made.wallet.take<Asked>('session_request')
    await respond(asked, { error: { code: sent, message: 'No.' } })
    await expect(signing).rejects.toMatchObject({ name: 'ProviderRpcError', code })
    await disconnect(kit)
  })
})

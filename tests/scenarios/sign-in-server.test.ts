import {
  type Adapter,
  connect,
  createKit,
  getAccount,
  signInMessage,
  signMessage,
} from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { createHandler, createSiwx, memoryStore } from '@latchkey/siwx'
import { solanaLocal } from '@latchkey/solana'
import { mockSolanaWallet } from '@latchkey/testing'
import { getBase58Decoder } from '@solana/kit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { familyPages } from '../helpers/family-pages.ts'

/** A sign-in server with a store in memory, and a browser that keeps its cookies. */
function openServer() {
  const handler = createHandler(createSiwx({ domain: 'shop.example', store: memoryStore() }))
  const cookies = new Map<string, string>()
  const post = async (call: string, body: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await handler(
      new Request(`https://shop.example/api/siwx/${call}`, {
        method: 'POST',
        headers: { origin: 'https://shop.example', cookie },
        body: JSON.stringify(body),
      }),
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response.json()
  }
  return { post }
}

describe.each(Object.keys(familyPages))('a visitor of %s', (name) => {
  test('behavior: what the kit has signed, the server takes', async () => {
    const adapter = familyPages[name]?.() as Adapter
    const kit = createKit({ adapters: [adapter], storage: null })
    onTestFinished(kit.subscribe(() => undefined))
    const [connector = ''] = Object.keys(kit.getState().connectors)
    await connect(kit, { connector })
    const account = getAccount(kit).account as AccountId
    const { post } = openServer()
    const { challenge } = await post('challenge', { account })
    const message = signInMessage(account, challenge, adapter.name)
    const { signature } = await signMessage(kit, { message, account })
    const { session } = await post('verify', { account, message, signature })
    expect(session).toEqual({ accounts: [account], expiresAt: expect.any(String) })
    const { error } = await post('verify', { account, message, signature })
    expect(error.code).toBe('sign-in-nonce-unknown')
  })
})

describe('a visitor of solana', () => {
  test('behavior: what a wallet writes by itself for solana:signIn, the server takes', async () => {
    const wallet = mockSolanaWallet()
    const { post } = openServer()
    const { challenge } = await post('challenge', {})
    const [answer] = (await wallet.ask('solana:signIn', {
      ...challenge,
      version: '1',
      chainId: 'localnet',
    })) as [{ signedMessage: Uint8Array; signature: Uint8Array }]
    const message = new TextDecoder().decode(answer.signedMessage)
    expect(message).not.toContain('\n\n\n')
    const account = `${solanaLocal.id}:${wallet.accounts[0]?.address}`
    const signature = getBase58Decoder().decode(answer.signature)
    const { session } = await post('verify', { account, message, signature })
    expect(session.accounts).toEqual([account])
  })
})

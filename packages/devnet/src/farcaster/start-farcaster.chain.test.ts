import { createPublicClient, createWalletClient, http, parseAbi, recoverMessageAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mnemonic } from '../evm/accounts.ts'
import { addresses } from '../evm/addresses.ts'
import { type EvmDevnet, startEvmDevnet } from '../world/start-evm-devnet.ts'
import { keyOf } from './deploy-farcaster.ts'
import { farcasterLiar, farcasterPeople } from './farcaster-people.ts'
import { type FarcasterRelay, startFarcaster } from './start-farcaster.ts'

const run = {} as { relay: FarcasterRelay; devnet: EvmDevnet }
beforeAll(async () => {
  const [relay, devnet] = await Promise.all([startFarcaster(), startEvmDevnet()])
  Object.assign(run, { relay, devnet })
})
afterAll(() => Promise.all([run.relay?.stop(), run.devnet?.stop()]))

const abi = parseAbi([
  'function idOf(address) view returns (uint256)',
  'function custodyOf(uint256) view returns (address)',
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256, bytes) view returns (KeyData)',
  'function assign(uint256, address)',
  'function remove(uint256, bytes)',
])
const reads = () => createPublicClient({ transport: http(run.devnet.url) })
const idRegistry = { address: addresses.idRegistry, abi } as const
const keyRegistry = { address: addresses.keyRegistry, abi } as const

const nonce = 'a1B2c3D4e5F6'
async function open(more: object = {}) {
  const body = JSON.stringify({
    siweUri: 'https://vault.example/login',
    domain: 'vault.example',
    nonce,
    ...more,
  })
  const answer = await fetch(`${run.relay.url}/v1/channel`, { method: 'POST', body })
  return { status: answer.status, json: (await answer.json()) as Record<string, string> }
}
async function statusOf(token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${run.relay.url}/v1/channel/status`, { headers })
  return { status: answer.status, json: (await answer.json()) as Record<string, string> }
}
const press = (url: string | undefined, fields: Record<string, string>) =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields) })
async function approved(username: string, more: object = {}) {
  const { json } = await open(more)
  expect((await press(json.url, { action: 'approve', username })).status).toBe(200)
  return (await statusOf(json.channelToken)).json
}

describe('startFarcaster', () => {
  test('default: a channel waits, is approved, is read once', async () => {
    const { status, json } = await open({ redirectUrl: 'https://vault.example/back' })
    expect([status, json.nonce]).toEqual([201, nonce])
    expect(json.url).toBe(`${run.relay.url}/~/siwf?channelToken=${json.channelToken}`)
    expect(json.connectUri).toBe(json.url)
    expect(await statusOf(json.channelToken)).toMatchObject({
      status: 202,
      json: {
        state: 'pending',
        nonce,
        acceptAuthAddress: true,
        signatureParams: { domain: 'vault.example' },
      },
    })
    const page = await (await fetch(json.url ?? '')).text()
    for (const text of [
      'vault.example',
      nonce,
      'Approve</button>',
      'Reject</button>',
      'This page is not Farcaster',
    ]) {
      expect(page).toContain(text)
    }
    const end = await press(json.url, { action: 'approve', username: 'ada' })
    expect(await end.text()).toContain('href="https://vault.example/back"')
    expect((await press(json.url, { action: 'approve', username: 'grace' })).status).toBe(404)
    expect(await statusOf(json.channelToken)).toMatchObject({
      status: 200,
      json: {
        state: 'completed',
        nonce,
        fid: 1001,
        authMethod: 'custody',
        custody: farcasterPeople[0]?.custody,
      },
    })
    expect((await statusOf(json.channelToken)).status).toBe(401)
    expect((await press(json.url, { action: 'approve' })).status).toBe(404)
  })

  test('behavior: the message is what was asked, and the registries know who signed', async () => {
    for (const [username, acceptAuthAddress, authMethod] of [
      ['ada', true, 'custody'],
      ['grace', true, 'authAddress'],
      ['grace', false, 'custody'],
    ] as const) {
      const told = await approved(username, { acceptAuthAddress, requestId: 'login-7' })
      const { message = '', signature } = told
      const signer = await recoverMessageAddress({ message, signature: signature as '0x' })
      const parsed = parseSiweMessage(message)
      expect(
        validateSiweMessage({ message: parsed, domain: 'vault.example', nonce, address: signer }),
      ).toBe(true)
      expect(parsed).toMatchObject({
        statement: 'Farcaster Auth',
        chainId: 10,
        requestId: 'login-7',
        uri: 'https://vault.example/login',
      })
      const { fid, custody } = farcasterPeople.find((one) => one.username === username)!
      expect(parsed.resources).toEqual([`farcaster://fid/${fid}`])
      expect(told.authMethod).toBe(authMethod)
      expect(
        await reads().readContract({
          ...idRegistry,
          functionName: 'custodyOf',
          args: [BigInt(fid)],
        }),
      ).toBe(custody)
      const held = await reads().readContract({
        ...idRegistry,
        functionName: 'idOf',
        args: [signer],
      })
      const key = await reads().readContract({
        ...keyRegistry,
        functionName: 'keyDataOf',
        args: [BigInt(fid), keyOf(signer)],
      })
      expect(authMethod === 'custody' ? [held, key.state] : [held, key]).toEqual(
        authMethod === 'custody' ? [BigInt(fid), 0] : [0n, { state: 1, keyType: 2 }],
      )
    }
  })

  test('behavior: a liar signs well, and no registry knows the address', async () => {
    const { message = '', signature, fid } = await approved('mallory')
    const signer = await recoverMessageAddress({ message, signature: signature as '0x' })
    expect([signer, fid]).toEqual([farcasterLiar.custody, 1001])
    expect(
      await reads().readContract({ ...idRegistry, functionName: 'idOf', args: [signer] }),
    ).toBe(0n)
    expect(
      (
        await reads().readContract({
          ...keyRegistry,
          functionName: 'keyDataOf',
          args: [1001n, keyOf(signer)],
        })
      ).state,
    ).toBe(0)
  })

  test('behavior: ids move and keys are taken back', async () => {
    const account = mnemonicToAccount(mnemonic)
    const wallet = createWalletClient({ account, transport: http(run.devnet.url) })
    const to = '0x00000000000000000000000000000000000000f1'
    const [ada, grace] = farcasterPeople
    await wallet.writeContract({
      ...idRegistry,
      chain: null,
      functionName: 'assign',
      args: [1001n, to],
    })
    await wallet.writeContract({
      ...keyRegistry,
      chain: null,
      functionName: 'remove',
      args: [1002n, keyOf(grace!.authAddress!)],
    })
    const idOf = (address: `0x${string}`) =>
      reads().readContract({ ...idRegistry, functionName: 'idOf', args: [address] })
    await expect.poll(() => idOf(to)).toBe(1001n)
    expect(await idOf(ada!.custody)).toBe(0n)
    const args = [1002n, keyOf(grace!.authAddress!)] as const
    await expect
      .poll(
        async () =>
          (await reads().readContract({ ...keyRegistry, functionName: 'keyDataOf', args })).state,
      )
      .toBe(2)
  })

  test('behavior: a refusal is told to nobody', async () => {
    const { json } = await open()
    expect(await (await press(json.url, { action: 'reject' })).text()).toContain('Rejected')
    expect((await statusOf(json.channelToken)).status).toBe(202)
  })

  test('behavior: whoever has the key of the app completes a channel with anything', async () => {
    const { json } = await open()
    const complete = (key: string) =>
      fetch(`${run.relay.url}/v1/channel/authenticate`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${json.channelToken}`,
          'x-farcaster-auth-relay-key': key,
        },
        body: JSON.stringify({ message: 'no message', signature: '0x', fid: 7 }),
      })
    expect((await complete('guessed')).status).toBe(401)
    expect((await complete(run.relay.authKey)).status).toBe(201)
    expect(await statusOf(json.channelToken)).toMatchObject({
      status: 200,
      json: { message: 'no message', fid: 7 },
    })
  })

  test('behavior: what is no sign-in is refused', async () => {
    for (const more of [
      { siweUri: 'x' },
      { domain: 'a b' },
      { domain: 'x.farcaster.xyz' },
      { nonce: 'short' },
      { notBefore: 'soon' },
    ]) {
      expect((await open(more)).status).toBe(400)
    }
    expect((await statusOf('NOTTHERE')).status).toBe(401)
    expect((await open({ nonce: undefined })).json.nonce).toMatch(/^[0-9a-f]{24}$/)
  })
})

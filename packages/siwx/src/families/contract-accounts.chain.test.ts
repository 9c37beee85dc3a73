import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compile, mnemonic, receiptOf, startEvmDevnet } from '@latchkey/devnet'
import {
  concat,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseAbi,
  serializeErc6492Signature,
  serializeErc8010Signature,
  zeroHash,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { verifySiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop } from '../../test/open-shop.ts'
import { evmWallet, type TestWallet } from '../../test/wallets.ts'

const run = {} as {
  devnet: Awaited<ReturnType<typeof startEvmDevnet>>
  standing: Hex
  factory: Hex
  counterfactual: Hex
  make: Hex
}
const owner = privateKeyToAccount(generatePrivateKey())
const chain = 'eip155:31337'

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  const { OwnedWallet: wallet, WalletMaker: maker } = await compile()
  if (!wallet || !maker) throw new Error('not compiled')
  const payer = mnemonicToAccount(mnemonic, { addressIndex: 5 })
  const writes = createWalletClient({ transport: http(devnet.url), account: payer })
  const deploy = async (data: Hex): Promise<Hex> => {
    const hash = await writes.sendTransaction({ data, chain: null })
    const { contractAddress } = await receiptOf(devnet.url, hash)
    if (!contractAddress) throw new Error('nothing was made')
    return contractAddress
  }
  const bytecode = encodeDeployData({ ...wallet, args: [owner.address] })
  const standing = await deploy(bytecode)
  const factory = await deploy(encodeDeployData({ ...maker }))
  Object.assign(run, {
    devnet,
    standing,
    factory,
    counterfactual: getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: zeroHash,
      bytecode,
    }),
    make: encodeFunctionData({
      abi: maker.abi,
      functionName: 'make',
      args: [owner.address, zeroHash],
    }),
  })
})
afterAll(() => run.devnet?.stop())

/**
 * A contract wallet. While the contract is not deployed, its owner's signature is wrapped together
 * with the deployment (ERC-6492).
 */
const contract = (address: Hex, isThere: boolean, by = owner): TestWallet => ({
  account: `${chain}:${address}`,
  family: 'Ethereum',
  async sign(message) {
    const signature = await by.signMessage({ message })
    return isThere
      ? signature
      : serializeErc6492Signature({ address: run.factory, data: run.make, signature })
  },
})
const shop = (url = run.devnet.url) => openShop({ rpc: { [chain]: url } })
const codeOf = async (wallet: TestWallet, url?: string): Promise<string> => {
  const { status, body } = await shop(url).browser().signIn(wallet)
  return status === 200 ? 'in' : (body.error?.code ?? String(status))
}
/** Starts a node whose answers the test chooses. */
async function startNode(
  answer: (method: string) => { readonly status?: number; readonly body: object },
): Promise<{ readonly url: string; readonly paths: string[]; stop(): void }> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', id = 0 } = JSON.parse(`${Buffer.concat(chunks)}` || '{}')
      const { status = 200, body } = answer(method)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, paths, stop: () => server.close() }
}

describe('contract accounts', () => {
  test('default: a deployed one (ERC-1271) and one that is not there yet (ERC-6492)', async () => {
    expect(await codeOf(contract(run.standing, true))).toBe('in')
    expect(await codeOf(contract(run.counterfactual, false))).toBe('in')
  })

  test('default: viem judges the same of what was signed', async () => {
    const client = createPublicClient({ transport: http(run.devnet.url) })
    const visitor = shop().browser()
    for (const wallet of [contract(run.standing, true), contract(run.counterfactual, false)]) {
      const proof = await visitor.prove(wallet)
      const judged = await verifySiweMessage(client, {
        message: proof.message,
        signature: proof.signature as Hex,
        domain: 'shop.example',
        time: new Date('2026-01-02T03:05:00Z'),
      })
      expect([judged, (await visitor.post('verify', proof)).status]).toEqual([true, 200])
    }
  })

  test('behavior: what somebody else signed for it', async () => {
    const thief = privateKeyToAccount(generatePrivateKey())
    const refused = 'sign-in-signature-invalid'
    expect(await codeOf(contract(run.standing, true, thief))).toBe(refused)
    expect(await codeOf(contract(run.counterfactual, false, thief))).toBe(refused)
    // The deployment in this signature creates another account than the one that the proof names.
    const elsewhere = contract('0x00000000000000000000000000000000000000aa', false)
    expect(await codeOf(elsewhere)).toBe(refused)
  })

  test('behavior: without a node only keys sign in', async () => {
    const visitor = openShop().browser()
    expect((await visitor.signIn(evmWallet('31337'))).status).toBe(200)
    const { body } = await visitor.signIn(contract(run.standing, true))
    expect(body.error?.code).toBe('sign-in-signature-invalid')
  })

  test('behavior: no node, one of another chain, and one that fails in between', async () => {
    const standing = contract(run.standing, true)
    expect(await codeOf(standing, 'http://127.0.0.1:1')).toBe('sign-in-node-unavailable')
    const other = await startNode(() => ({ body: { result: '0x1' } }))
    expect(await codeOf(standing, other.url)).toBe('sign-in-node-unavailable')
    other.stop()
    const tired = await startNode((method) =>
      method === 'eth_chainId'
        ? { body: { result: '0x7a69' } }
        : { status: 503, body: { error: { code: -32000, message: 'overloaded' } } },
    )
    expect(await codeOf(standing, tired.url)).toBe('sign-in-node-unavailable')
    tired.stop()
  })

  test('behavior: a contract cannot make this server fetch an address (ERC-3668)', async () => {
    const lookup = parseAbi([
      'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
    ])
    const target = await startNode(() => ({ body: { data: '0x' } }))
    const data = encodeErrorResult({
      abi: lookup,
      errorName: 'OffchainLookup',
      args: [owner.address, [`${target.url}/internal`], '0x', '0x12345678', '0x'],
    })
    const delegate = run.factory
    const luring = await startNode((method) => {
      if (method === 'eth_chainId') return { body: { result: '0x7a69' } }
      if (method === 'eth_getCode') return { body: { result: concat(['0xef0100', delegate]) } }
      return { body: { error: { code: 3, message: 'execution reverted', data } } }
    })
    expect(await codeOf(contract(run.standing, true), luring.url)).toBe('sign-in-signature-invalid')
    // An account with a key that has become a contract (EIP-7702) is verified by the code at its
    // own address, and its signature carries the authorization (ERC-8010).
    const delegated: TestWallet = {
      ...contract(owner.address, true),
      async sign() {
        const wanted = { address: delegate, chainId: 31_337, nonce: 0 }
        const { r, s, yParity = 0 } = await owner.signAuthorization(wanted)
        const authorization = { ...wanted, r, s, yParity }
        return serializeErc8010Signature({ authorization, signature: `0x${'ab'.repeat(65)}` })
      },
    }
    expect(await codeOf(delegated, luring.url)).toBe('sign-in-signature-invalid')
    expect(target.paths).toEqual([])
    expect(luring.paths.length).toBeGreaterThan(1)
    target.stop()
    luring.stop()
  })
})

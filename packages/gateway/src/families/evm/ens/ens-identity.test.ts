import { encodeErrorResult, parseAbi } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import type { NodePort } from '../../../ports/node-port.ts'
import { account, configOf } from '../../../test/make-gateway.ts'
import { ensIdentity } from './ens-identity.ts'

const resolver = '0x527a92D207dF658279137E0ABB19Ce02389D4100'
const config = configOf(['http://node.example'])
const chains = config.chains.map((chain) => ({
  ...chain,
  contracts: { ensUniversalResolver: resolver },
}))
const noNfts = { find: async () => new Map() }

afterEach(() => vi.unstubAllGlobals())

test('behavior: without a universal resolver nobody is asked', async () => {
  const nodes: NodePort = { ask: () => Promise.reject(new Error('asked')) }
  expect(await ensIdentity(config, nodes, noNfts).find(account)).toBeUndefined()
})

test('behavior: a record that sends its reader elsewhere (EIP-3668) makes no request', async () => {
  const fetched = vi.fn(() => Promise.reject(new Error('no')))
  vi.stubGlobal('fetch', fetched)
  const data = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [resolver, ['http://169.254.169.254/{sender}/{data}'], '0x12', '0x12345678', '0x'],
  })
  const nodes: NodePort = {
    ask: async () => [
      { kind: 'error', text: JSON.stringify({ code: 3, message: 'execution reverted', data }) },
    ],
  }
  const lookUp = vi.fn(() => Promise.reject(new Error('of another zone')))
  // It is an account without a name here, not one whose name cannot be looked up.
  expect(await ensIdentity({ ...config, chains }, nodes, noNfts).find(account)).toBeUndefined()
  expect(
    await ensIdentity({ ...config, chains }, nodes, noNfts, { lookUp }).find(account),
  ).toBeUndefined()
  expect(lookUp).toHaveBeenCalledOnce()
  expect(fetched).not.toHaveBeenCalled()
})

test('behavior: a node that fails is no account without a name', async () => {
  const nodes: NodePort = { ask: () => Promise.reject(new Error('down')) }
  await expect(ensIdentity({ ...config, chains }, nodes, noNfts).find(account)).rejects.toThrow()
})

import { createPublicClient, hashDomain, http, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { startEvmDevnet } from '../world/start-evm-devnet.ts'
import { accounts } from './accounts.ts'
import { deployPaymentToken } from './payment-token.ts'

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

test('deployPaymentToken: default: every account holds 1,000, and signatures are for this domain', async () => {
  const devnet = await startEvmDevnet()
  onTestFinished(() => devnet.stop())
  const { address, domain } = await deployPaymentToken(devnet.url)
  const client = createPublicClient({ transport: http(devnet.url) })
  const held = accounts.map(({ address: owner }) =>
    client.readContract({ address, abi, functionName: 'balanceOf', args: [owner] }),
  )
  expect(new Set(await Promise.all(held))).toEqual(new Set([1_000_000_000n]))
  expect(await client.readContract({ address, abi, functionName: 'decimals' })).toBe(6)
  const fields = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ] as const
  expect(await client.readContract({ address, abi, functionName: 'DOMAIN_SEPARATOR' })).toBe(
    hashDomain({
      domain: { ...domain, chainId: 31337n, verifyingContract: address },
      types: { EIP712Domain: fields },
    }),
  )
})

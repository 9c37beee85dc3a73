import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import type { HDAccount } from 'viem/accounts'
import { addresses } from '../evm/addresses.ts'
import { receiptOf } from '../evm/receipt-of.ts'
import { readReferenceContract } from './read-reference-contract.ts'

const abi = parseAbi([
  'function addStake(uint32 unstakeDelaySec) payable',
  'function deposit() payable',
])

/**
 * Deploys the reference paymaster with `signer` on a devnet, at the first contract address of the
 * signer's account, with a deposit and a stake; an existing paymaster is left as it is. The
 * signer's account must not be used for anything else, because the address depends on its nonce.
 */
export async function deployPaymaster(chain: string, signer: HDAccount): Promise<Address> {
  const client = createPublicClient({ transport: http(chain) })
  const paymaster = getContractAddress({ from: signer.address, nonce: 0n })
  if (await client.getCode({ address: paymaster })) return paymaster
  const balance = toHex(parseEther('1000'))
  await client.request({ method: 'anvil_setBalance', params: [signer.address, balance] } as never)
  const wallet = createWalletClient({ account: signer, transport: http(chain) })
  const awaitReceipt = async (hash: Hex) => {
    const { status } = await receiptOf(chain, hash)
    if (status !== 'success') throw new Error(`the sponsor's contract was not made: ${hash}`)
  }
  const code = readReferenceContract('VerifyingPaymaster')
  await awaitReceipt(
    await wallet.deployContract({
      ...code,
      args: [addresses.entryPoint, signer.address],
      chain: null,
    }),
  )
  const callPaymaster = (data: Hex, ether: string) =>
    wallet.sendTransaction({ to: paymaster, data, value: parseEther(ether), chain: null })
  await awaitReceipt(
    await callPaymaster(encodeFunctionData({ abi, functionName: 'deposit' }), '100'),
  )
  await awaitReceipt(
    await callPaymaster(encodeFunctionData({ abi, functionName: 'addStake', args: [86_400] }), '1'),
  )
  return paymaster
}

import {
  type Address,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
} from 'viem'
import { accounts } from './accounts.ts'
import { deployer } from './addresses.ts'
import { compile } from './compile.ts'
import { receiptOf } from './receipt-of.ts'

/**
 * A token that can be transferred by a signature of its owner (EIP-3009), as USD Coin can. It has 6
 * decimals.
 */
export interface PaymentToken {
  readonly address: Address
  /** Name and version of the token in the domain of its signatures (EIP-712). */
  readonly domain: { readonly name: string; readonly version: string }
}

/**
 * Deploys a payment token on a running devnet, and gives 1,000 of it to every account of the
 * devnet. Its address is not the same each time.
 */
export async function deployPaymentToken(url: string): Promise<PaymentToken> {
  const { PaymentToken: artifact } = await compile()
  if (!artifact) throw new Error('contracts/PaymentToken.sol was not compiled')
  const { abi, bytecode } = artifact
  const client = createPublicClient({ transport: http(url) })
  const ask = client.request as unknown as (question: {
    method: string
    params: unknown
  }) => Promise<unknown>
  const submit = async (data: Hex, to?: Address): Promise<Address | null | undefined> => {
    const transaction = { from: deployer, gas: '0x989680', data, ...(to && { to }) }
    const hash = (await ask({ method: 'eth_sendTransaction', params: [transaction] })) as Hex
    const { status, contractAddress } = await receiptOf(url, hash)
    if (status !== 'success') throw new Error(`the payment token failed in transaction ${hash}`)
    return contractAddress
  }
  const domain = { name: 'Payment Dollar', version: '2' }
  await ask({ method: 'anvil_impersonateAccount', params: [deployer] })
  try {
    const args = [domain.name, 'PAY', domain.version]
    const address = await submit(encodeDeployData({ abi, bytecode, args }))
    if (!address) throw new Error('the payment token was not made')
    for (const { address: recipient } of accounts) {
      const mintArgs = [recipient, 1_000_000_000n]
      await submit(encodeFunctionData({ abi, functionName: 'mint', args: mintArgs }), address)
    }
    return { address, domain }
  } finally {
    await ask({ method: 'anvil_stopImpersonatingAccount', params: [deployer] })
  }
}

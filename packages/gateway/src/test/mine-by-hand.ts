import { type Artifact, accounts } from '@latchkey/devnet'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  toHex,
} from 'viem'

export type Code = Pick<Artifact, 'abi' | 'bytecode'>

/** A transaction of one of the accounts, without nonce and gas. */
export interface Draft {
  readonly to?: Address | undefined
  readonly data?: Hex
  readonly value?: bigint
}

/** A devnet whose blocks are mined when a test says so. */
export interface HandMined {
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Sends the drafts of these accounts, so many to a block. */
  mine(drafts: readonly (readonly [who: number, draft: Draft])[], perBlock?: number): Promise<void>
  /** Sends the creation of a contract of the first account, which the next block mines. */
  deploy(code: Code, args?: readonly unknown[]): Promise<Address>
}

/** Turns off the devnet's own mining. */
export async function mineByHand(url: string): Promise<HandMined> {
  const post = async (
    calls: readonly { method: string; params: readonly unknown[] }[],
  ): Promise<unknown[]> => {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const list = (await answer.json()) as {
      id: number
      result?: unknown
      error?: { message: string }
    }[]
    return list
      .toSorted((a, b) => a.id - b.id)
      .map(({ result, error }) => {
        if (error) throw new Error(error.message)
        return result
      })
  }
  const rpc = async (method: string, params: readonly unknown[] = []) =>
    (await post([{ method, params }]))[0]
  const nonces: number[] = await Promise.all(
    accounts.map(async ({ address }) =>
      Number(await rpc('eth_getTransactionCount', [address, 'latest'])),
    ),
  )
  const next = (who: number): number => {
    const nonce = nonces[who] ?? 0
    nonces[who] = nonce + 1
    return nonce
  }
  const spell = (who: number, { to, data, value = 0n }: Draft) => ({
    method: 'eth_sendTransaction',
    params: [
      {
        from: accounts[who]?.address,
        to,
        data,
        value: toHex(value),
        gas: toHex(600_000),
        nonce: toHex(next(who)),
      },
    ],
  })
  const mine = async (
    drafts: readonly (readonly [who: number, draft: Draft])[],
    perBlock = 100,
  ): Promise<void> => {
    for (let at = 0; at < drafts.length; at += perBlock) {
      await post(drafts.slice(at, at + perBlock).map(([who, draft]) => spell(who, draft)))
      await rpc('evm_mine')
    }
  }
  const deploy = async (
    { abi, bytecode }: Code,
    args: readonly unknown[] = [],
  ): Promise<Address> => {
    const nonce = next(0)
    const data = encodeDeployData({ abi, bytecode, args })
    const params = [{ from: accounts[0].address, data, gas: toHex(5_000_000), nonce: toHex(nonce) }]
    await rpc('eth_sendTransaction', params)
    return getContractAddress({ from: accounts[0].address, nonce: BigInt(nonce) })
  }

  await rpc('evm_setAutomine', [false])
  await rpc('evm_setBlockGasLimit', [toHex(200_000_000)])
  return { rpc, mine, deploy }
}

/** A transaction that calls a function of a contract. */
export const draftCall = (
  to: Address,
  { abi }: Pick<Code, 'abi'>,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
): Draft => ({
  to,
  data: encodeFunctionData({ abi, functionName, args }),
  value,
})

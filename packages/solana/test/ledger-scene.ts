import type { ReadSource } from '@latchkey/core'
import { type Asset, accountId } from '@latchkey/protocol'
import { mockSolanaWallet } from '@latchkey/testing'
import { solanaLocal } from '../src/chains.ts'
import { found, request } from './fixture.ts'

export const [ada = '', grace = ''] = mockSolanaWallet().accounts.map(({ address }) => address)

/**
 * A connected wallet with a node; `isBare`: the chain lists no node, so only the source has one.
 */
export async function ledgerScene(
  url: string,
  {
    lacks = [],
    isBare = false,
    seeds,
  }: { lacks?: readonly string[]; isBare?: boolean; seeds?: Uint8Array[] } = {},
) {
  const chain = { ...solanaLocal, rpcUrls: isBare ? [] : [url] }
  const all = found({ rpcUrl: url, lacks, ...(seeds && { seeds }) }, [chain])
  await all.connector.connect(request({ chains: [chain] }))
  const source: ReadSource = {
    chain,
    async request(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { result, error } = (await (await fetch(url, { method: 'POST', body })).json()) as {
        result?: unknown
        error?: object
      }
      if (error) throw error
      return result
    },
  }
  const { read } = all.adapter
  const sender = all.wallet.accounts[0]?.address ?? ''
  const native = all.adapter.nativeAsset(chain)
  const balanceOf = async (address: string, asset: Asset = native) =>
    (await read.balances(source, { account: accountId(chain.id, address), assets: [asset] })).find(
      ({ asset: { id } }) => id === asset.id,
    )?.amount ?? -1n
  const transferOf = (amount: bigint, to = grace, asset: Asset = native) => ({
    from: accountId(chain.id, sender),
    to,
    asset,
    amount,
  })
  return { ...all, chain, source, read, balanceOf, transferOf, sender }
}

import type { Family } from '../shared/family.ts'
import { isListedPath, type RestPath } from '../shared/rest-path.ts'
import { isBitcoinAddress } from './is-bitcoin-address.ts'

const getPath = (path: string, query?: RestPath['query']): RestPath => ({
  method: 'GET',
  path: new RegExp(`^${path}$`),
  ...(query ? { query } : {}),
})

const account = '/address/[a-zA-Z\\d]{14,90}'
const id = '[\\da-f]{64}'
const number = '\\d{1,9}'

/** Allowed paths of an Esplora server. */
const paths: readonly RestPath[] = [
  getPath(account),
  getPath(`${account}/utxo`),
  getPath(`${account}/txs`, { after_txid: new RegExp(`^${id}$`) }),
  getPath(`${account}/txs/mempool`),
  getPath(`${account}/txs/chain(?:/${id})?`),
  getPath(`/tx/${id}(?:/(?:status|hex|outspends|merkle-proof))?`),
  getPath(`/tx/${id}/outspend/${number}`),
  getPath('/blocks/tip/(?:height|hash)'),
  getPath(`/block-height/${number}`),
  getPath(`/block/${id}(?:/status)?`),
  getPath('/fee-estimates'),
  getPath('/v1/fees/recommended'),
  {
    method: 'POST',
    path: /^\/tx$/,
    isBody: (body) => typeof body === 'string' && /^(?:[\da-f]{2})+$/i.test(body),
  },
]

/** Bitcoin and its test networks. */
export const bitcoin: Family = {
  namespace: 'bip122',
  nodes: 'rest',
  coin: 'slip44:0',
  hasNames: false,
  hasGasPrice: false,
  isAddress: isBitcoinAddress,
  normal: (address) => (/^(?:bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address),
  tokenOf: () => undefined,
  isAllowed: (call) => isListedPath(call, paths),
}

import type { Family } from '../shared/family.ts'
import { isListedPath, type RestPath } from '../shared/rest-path.ts'
import { isBitcoinAddress } from './is-bitcoin-address.ts'

const getPath = (path: string, query?: RestPath['query']): RestPath => ({
  method: 'GET',
  path: new RegExp(`^${path}$`),
  ...(query ? { query } : {}),
})

const accountPath = '/address/[a-zA-Z\\d]{14,90}'
const hashPattern = '[\\da-f]{64}'
const numberPattern = '\\d{1,9}'

/** Paths of an Esplora server that pages may request. */
const paths: readonly RestPath[] = [
  getPath(accountPath),
  getPath(`${accountPath}/utxo`),
  getPath(`${accountPath}/txs`, { after_txid: new RegExp(`^${hashPattern}$`) }),
  getPath(`${accountPath}/txs/mempool`),
  getPath(`${accountPath}/txs/chain(?:/${hashPattern})?`),
  getPath(`/tx/${hashPattern}(?:/(?:status|hex|outspends|merkle-proof))?`),
  getPath(`/tx/${hashPattern}/outspend/${numberPattern}`),
  getPath('/blocks/tip/(?:height|hash)'),
  getPath(`/block-height/${numberPattern}`),
  getPath(`/block/${hashPattern}(?:/status)?`),
  getPath('/fee-estimates'),
  getPath('/v1/fees/recommended'),
  {
    method: 'POST',
    path: /^\/tx$/,
    isBody: (body) => typeof body === 'string' && /^(?:[\da-f]{2})+$/i.test(body),
  },
]

/** The chain family of Bitcoin and its test networks. */
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

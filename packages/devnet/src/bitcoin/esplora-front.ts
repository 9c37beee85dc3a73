import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Address, OutScript } from '@scure/btc-signer'
import { network } from './bitcoin-accounts.ts'
import { coinsOf, statsOfAddress, toStatus, transactionOf } from './esplora-shapes.ts'
import { isRefusal, type KnownTransaction, type RegtestChain } from './open-chain.ts'

/** Maximum number of confirmed transactions in an answer; clients ask for the rest page by page. */
const pageSize = 25
/** Maximum number of mempool transactions in an answer. */
const maxWaiting = 50
/** Maximum length of a posted transaction, in hex digits. */
const maxPostedLength = 800_000

/** Thrown to answer a request with a status other than 200. */
class RefusedRequest {
  readonly status: number
  readonly text: string
  constructor(status: number, text: string) {
    this.status = status
    this.text = text
  }
}

const isWaiting = ({ meta }: KnownTransaction) => meta.height === -1

/**
 * Answers like an Esplora server on loopback, to pages of any origin. `onPost` is called for each
 * accepted transaction.
 */
export async function startEsploraFront(
  chain: RegtestChain,
  options: { readonly port: number; readonly onPost: () => void },
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const parseAddressScript = (address: string) => {
    try {
      return OutScript.encode(Address(network).decode(address))
    } catch {
      throw new RefusedRequest(400, 'Invalid Bitcoin address')
    }
  }
  const findTransaction = async (txid: string) => {
    const knownTransaction = /^[0-9a-f]{64}$/.test(txid)
      ? await chain.findTransaction(txid)
      : undefined
    if (!knownTransaction) throw new RefusedRequest(404, 'Transaction not found')
    return knownTransaction
  }
  const answerAddress = async (address: string, pathRest: readonly string[]) => {
    const script = parseAddressScript(address)
    const allTransactions = await chain.transactionsOf(script)
    const minedTransactions = allTransactions.filter(
      (knownTransaction) => !isWaiting(knownTransaction),
    )
    const waitingTransactions = allTransactions.filter(isWaiting).slice(0, maxWaiting)
    const [what, kind, last] = pathRest
    if (what === undefined) return statsOfAddress(address, script, allTransactions)
    if (what === 'utxo') {
      const unspentCoins = coinsOf(script, allTransactions).filter(({ spentBy }) => !spentBy)
      return unspentCoins.map(({ txid, vout, value, from }) => ({
        txid,
        vout,
        status: toStatus(from),
        value,
      }))
    }
    if (what !== 'txs') throw new RefusedRequest(404, 'endpoint does not exist')
    if (kind === 'mempool') return waitingTransactions.map(transactionOf)
    const startIndex =
      last === undefined
        ? 0
        : minedTransactions.findIndex(({ meta }) => meta.tx.txid() === last) + 1
    const page = minedTransactions.slice(startIndex, startIndex + pageSize).map(transactionOf)
    return kind === 'chain' ? page : [...waitingTransactions.map(transactionOf), ...page]
  }
  const answerTransaction = async (txid: string, pathRest: readonly string[]) => {
    const [what, vout] = pathRest
    // The status of an unknown transaction is "unconfirmed", as on real Esplora servers.
    if (what === 'status') return findTransaction(txid).then(toStatus, () => ({ confirmed: false }))
    const knownTransaction = await findTransaction(txid)
    if (what === undefined) return transactionOf(knownTransaction)
    if (what === 'hex') return knownTransaction.meta.tx.toRaw().toString('hex')
    const output = knownTransaction.meta.tx.outputs[Number(vout)]
    if (what !== 'outspend' || !output) throw new RefusedRequest(404, 'endpoint does not exist')
    const script = output.script.toRaw()
    const coin = coinsOf(script, await chain.transactionsOf(script)).find(
      (coinOfOutput) => coinOfOutput.txid === txid && coinOfOutput.vout === Number(vout),
    )
    if (!coin?.spentBy) return { spent: false }
    const { known: spender, vin } = coin.spentBy
    return { spent: true, txid: spender.meta.tx.txid(), vin, status: toStatus(spender) }
  }
  const answerGet = async (path: string): Promise<unknown> => {
    const [first, second = '', ...pathRest] = path.split('/').slice(1)
    if (first === 'address') return answerAddress(second, pathRest)
    if (first === 'tx') return answerTransaction(second, pathRest)
    if (path === '/blocks/tip/height') return chain.height()
    if (path === '/blocks/tip/hash') return chain.hashAt(chain.height())
    if (path === '/fee-estimates') return { '1': 3.5, '3': 2.25, '6': 1.5, '144': 1 }
    const hash = first === 'block-height' ? await chain.hashAt(Number(second)) : undefined
    if (hash === undefined)
      throw new RefusedRequest(
        404,
        first === 'block-height' ? 'Block not found' : 'endpoint does not exist',
      )
    return hash
  }
  const answerPost = async (path: string, body: string) => {
    if (path !== '/tx') throw new RefusedRequest(404, 'endpoint does not exist')
    try {
      if (!/^(?:[0-9a-f]{2})+$/i.test(body.trim())) throw { code: -22, message: 'TX decode failed' }
      const txid = await chain.submit(Buffer.from(body.trim(), 'hex'))
      options.onPost()
      return txid
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { code, message } = error
      throw new RefusedRequest(
        400,
        `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`,
      )
    }
  }
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', 'GET, POST')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) {
        chunks.push(chunk as Buffer)
        if (chunks.reduce((sum, { length }) => sum + length, 0) > maxPostedLength)
          throw new RefusedRequest(413, 'too large')
      }
      const body = Buffer.concat(chunks).toString('utf8')
      const answer =
        request.method === 'POST' ? await answerPost(pathname, body) : await answerGet(pathname)
      const isText = typeof answer === 'string'
      response.setHeader('content-type', isText ? 'text/plain' : 'application/json')
      return response.end(isText ? answer : JSON.stringify(answer))
    } catch (error) {
      const { status, text } =
        error instanceof RefusedRequest ? error : new RefusedRequest(500, String(error))
      response.setHeader('content-type', 'text/plain')
      return response.writeHead(status).end(text)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

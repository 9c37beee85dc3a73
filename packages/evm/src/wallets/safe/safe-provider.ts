import { LatchkeyError } from '@latchkey/protocol'
import type { Provider } from '../../connect/provider.ts'
import { listMethod, transactionMethod } from './actions/safe-methods.ts'
import { readSafeInfo, type SafeInfo } from './answers/read-safe-info.ts'
import type { SafePort } from './frame/open-port.ts'
import { rpcError, type SafeContext } from './requests/safe-context.ts'
import { signText, signTypedData } from './requests/signatures.ts'
import {
  getCallsStatus,
  readTransaction,
  sendCalls,
  sendTransaction,
} from './requests/transactions.ts'

/** Milliseconds to wait for the Safe app to say which Safe the page is in. */
const infoTimeoutMs = 10_000

/** Methods of a chain's node that the Safe app passes on to a node of its own. */
const nodeMethods: readonly string[] = [
  'eth_call',
  'eth_gasPrice',
  'eth_getLogs',
  'eth_getBalance',
  'eth_getCode',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getTransactionCount',
  'eth_estimateGas',
]

type Answer = (context: SafeContext, params: unknown) => unknown

const answers: Readonly<Record<string, Answer>> = {
  eth_requestAccounts: ({ info }) => [info.address],
  eth_accounts: ({ info }) => [info.address],
  eth_chainId: ({ info }) => hexOf(info.chainId),
  personal_sign: signText,
  eth_signTypedData_v4: signTypedData,
  eth_sendTransaction: sendTransaction,
  wallet_sendCalls: sendCalls,
  wallet_getCallsStatus: getCallsStatus,
  wallet_getCapabilities: ({ info }) => ({
    [hexOf(info.chainId)]: { atomic: { status: 'supported' } },
  }),
  [transactionMethod]: (context, params) =>
    readTransaction(context, Array.isArray(params) ? params[0] : undefined),
  [listMethod]: ({ proposals }) => [...proposals.values()],
}

/** An EIP-1193 provider that answers requests by messages to the Safe app. */
export interface SafeProvider extends Provider {
  /**
   * Ends all waiting for owners. What was proposed to them stays with them, and they may still
   * sign.
   */
  close(): void
}

/** Makes the provider of the Safe that the page was opened in. */
export function makeSafeProvider(port: SafePort): SafeProvider {
  const proposals: SafeContext['proposals'] = new Map()
  let controller = new AbortController()
  let info: SafeInfo | undefined
  const readInfo = async (): Promise<SafeInfo> => {
    const timer = setTimeout(
      () =>
        port.close(new LatchkeyError('connection-timeout', { reason: 'no answer of the Safe' })),
      infoTimeoutMs,
    )
    return readSafeInfo(await port.ask('getSafeInfo').finally(() => clearTimeout(timer)))
  }
  return {
    async request({ method, params }) {
      // Which Safe the page is in is asked again when the page connects or asks for accounts.
      // Between these requests it cannot change, because an open page stays in the same Safe.
      if (!info || method === 'eth_requestAccounts' || method === 'eth_accounts')
        info = await readInfo()
      if (nodeMethods.includes(method))
        return port.ask('rpcCall', { call: method, params: params ?? [] })
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (!answer) throw rpcError(4200, `A Safe does not support ${method}.`)
      return answer({ ask: port.ask, info, signal: controller.signal, proposals }, params)
    },
    close() {
      const reason = new LatchkeyError('wallet-disconnected')
      controller.abort(reason)
      port.close(reason)
      controller = new AbortController()
      info = undefined
    },
  }
}

function hexOf(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

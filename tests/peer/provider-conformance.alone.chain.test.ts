import { disconnect } from '@latchkey/core'
import { getProvider } from '@latchkey/evm/provider'
import { describeProvider } from '@latchkey/testing/provider'
import type { Hex } from 'viem'
import {
  type Asked,
  ada,
  adaSigner,
  grace,
  load,
  made,
  respond,
  settle,
  withWorld,
} from './page-world.ts'

withWorld()

interface Refusal {
  readonly code: number
  readonly message: string
}

/** Answers what the page asks the independent client, as its owner would, until it is killed. */
function answerRequests(refusals: ReadonlyMap<string, Refusal>): void {
  const { wallet } = made
  void (async () => {
    for (;;) {
      const asked = await wallet.take<Asked>('session_request', 60_000)
      const { method, params } = asked.params.request
      const error = refusals.get(method)
      await respond(asked, error ? { error } : await answerOf(method, params))
    }
  })().catch(() => undefined)
}

async function answerOf(method: string, params: readonly unknown[]): Promise<object> {
  switch (method) {
    case 'personal_sign':
      return { result: await adaSigner.signMessage({ message: { raw: params[0] as Hex } }) }
    case 'eth_sendTransaction':
      return { result: `0x${'ab'.repeat(32)}` }
    default:
      return { error: { code: 4902, message: 'Unrecognized chain ID.' } }
  }
}

describeProvider('a wallet on a phone, the independent client', () => {
  const kit = load()
  const refusals = new Map<string, Refusal>()
  const session = { topic: '' }
  return {
    provider: getProvider(kit),
    accounts: [ada.address, grace.address],
    chains: ['0x7a69', '0xa'],
    connect: async () => {
      session.topic = await settle(kit, ada.address, grace.address)
      answerRequests(refusals)
    },
    disconnect: () =>
      made.wallet.call('disconnect', {
        topic: session.topic,
        reason: { code: 6000, message: 'Bye' },
      }),
    refuse: (method, error) => void refusals.set(method, error),
    reached: () =>
      made.wallet.events.flatMap(({ event, data }) => {
        if (event !== 'session_request') return []
        // The session's protocol adds when the request expires.
        const { method, params } = (data as Asked).params.request
        return [{ method, params }]
      }),
    selectOtherChain: () =>
      made.wallet.call('emit', {
        topic: session.topic,
        chainId: 'eip155:10',
        event: { name: 'chainChanged', data: 10 },
      }),
    selectOtherAccount: () =>
      made.wallet.call('emit', {
        topic: session.topic,
        chainId: 'eip155:31337',
        event: { name: 'accountsChanged', data: [grace.address, ada.address] },
      }),
    connectsByRequest: false,
    tellsOfWallet: true,
    hasKeys: true,
    stop: () => disconnect(kit),
  }
})

import type { Connector } from '@latchkey/core'
import { type AccountId, chainOf, hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import {
  type AdapterFixture,
  failureOf,
  findConnector,
  makeRequest,
  waitToSettle,
} from './parts/adapter-fixture.ts'
import { lies } from './parts/behavior.ts'

/**
 * Defines the Vitest tests for those features of a connector that prompt the user. Features that a
 * connector lacks are skipped.
 */
export function describeFeatures(name: string, create: () => AdapterFixture): void {
  describe(`${name}: features`, () => {
    /** The requests of all features that prompt the user, except those that the connector lacks. */
    const makeFeatureRequests = (
      connector: Connector,
      { adapter, addresses, funds }: AdapterFixture,
      account: AccountId,
    ) => {
      const { features } = connector
      const chain = adapter.chains.find(({ id }) => id === chainOf(account)) ?? adapter.chains[0]
      const otherChain = adapter.chains.find(({ id }) => id !== chain?.id)
      const [to = ''] = addresses.valid
      return {
        signMessage: (signal: AbortSignal) =>
          features.signMessage?.({ account, message: 'Hello', signal }),
        switchChain: (signal: AbortSignal) =>
          otherChain && features.switchChain?.({ chain: otherChain, signal }),
        transfer: (signal: AbortSignal) => {
          if (!chain || !features.transfer) return undefined
          const amount = funds?.amount ?? 1n
          const transfer = { from: account, to, asset: adapter.nativeAsset(chain), amount }
          if (!funds) return features.transfer({ transfer, chain, signal })
          const { source } = funds
          const pendingEstimate = adapter.read.estimateTransfer(source, transfer)
          return pendingEstimate.then((estimate) =>
            features.transfer?.({ transfer, chain, estimate, source, signal }),
          )
        },
        sendCall: (signal: AbortSignal) =>
          chain &&
          features.sendCall?.({
            from: account,
            call: { to, data: '0x', value: 1n },
            chain,
            signal,
          }),
      }
    }
    const promptedFeatures = ['signMessage', 'switchChain', 'transfer', 'sendCall'] as const
    const connectFixture = async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      const { sessions } = await connector.connect(makeRequest(fixture.adapter))
      const [session] = sessions
      if (!session) throw new Error('no session')
      const requestsByVerb = makeFeatureRequests(connector, fixture, session.selected)
      return {
        fixture,
        connector,
        account: session.selected,
        asked: requestsByVerb,
        signal: new AbortController().signal,
      }
    }

    test.each(promptedFeatures)('behavior: %s declined is explained', async (verb) => {
      const { fixture, asked: requestsByVerb, signal } = await connectFixture()
      fixture.behave('reject')
      const answer = requestsByVerb[verb](signal)
      if (answer) expect(fixture.adapter.explain(await failureOf(answer))).toBe('user-rejected')
    })

    test.each(promptedFeatures)('behavior: %s hangs until it is aborted', async (verb) => {
      const { fixture, asked: requestsByVerb } = await connectFixture()
      fixture.behave('hang')
      const promptsBefore = fixture.prompts()
      const controller = new AbortController()
      const answer = requestsByVerb[verb](controller.signal)
      if (!answer) return
      const pendingFailure = failureOf(answer)
      // An adapter that builds the transaction itself needs some time before the prompt appears.
      if (fixture.funds)
        await expect.poll(() => fixture.prompts(), { interval: 5 }).toBeGreaterThan(promptsBefore)
      else await waitToSettle()
      controller.abort()
      if (fixture.keepsWaiting?.includes(verb)) {
        expect(await fixture.release()).toBe(true)
        return expect(await answer).toBeDefined()
      }
      expect(fixture.adapter.explain(await pendingFailure)).toBe('aborted')
    })

    test.each(promptedFeatures)(
      'behavior: %s with an aborted signal asks nothing',
      async (verb) => {
        const { fixture, asked: requestsByVerb } = await connectFixture()
        const promptsBefore = fixture.prompts()
        const answer = requestsByVerb[verb](AbortSignal.abort())
        if (answer) expect(fixture.adapter.explain(await failureOf(answer))).toBe('aborted')
        expect(fixture.prompts()).toBe(promptsBefore)
      },
    )

    test.each(['transfer', 'sendCall'] as const)(
      'behavior: %s approved is known by its hash',
      async (verb) => {
        const { asked: requestsByVerb, signal } = await connectFixture()
        const sentTransaction = (await requestsByVerb[verb](signal)) as
          | { readonly hash: string }
          | undefined
        if (sentTransaction) expect(sentTransaction.hash).toMatch(/^(?:0x)?[0-9a-zA-Z]{64,88}$/)
      },
    )

    test('behavior: a signature proves the account, and after a rejection the next try gives one', async () => {
      const { fixture, connector, account, asked: requestsByVerb, signal } = await connectFixture()
      if (!connector.features.signMessage) return
      fixture.behave('reject')
      await failureOf(requestsByVerb.signMessage(signal) as Promise<unknown>)
      fixture.behave('approve')
      const { signature } = await connector.features.signMessage({
        account,
        message: 'Hello',
        signal,
      })
      expect(await fixture.verify({ account, message: 'Hello', signature })).toBe(true)
      expect(await fixture.verify({ account, message: 'Hello!', signature })).toBe(false)
    })

    test.each(lies.map((falseAnswer, i) => [i, falseAnswer] as const))(
      'behavior: lie %i is no signature and no hash',
      async (_, falseAnswer) => {
        const { fixture, asked: requestsByVerb, signal } = await connectFixture()
        fixture.behave({ lie: falseAnswer })
        const signedMessage = requestsByVerb.signMessage(signal)
        if (signedMessage)
          expect(hasCode(await failureOf(signedMessage), 'wallet-answer-invalid')).toBe(true)
        // The mock wallet gives the false answer to every request, so also when the adapter asks
        // for the wallet's chain before it sends. Sending can therefore fail at several points, and
        // the test accepts any Latchkey error code.
        for (const sentTransaction of [
          requestsByVerb.transfer(signal),
          requestsByVerb.sendCall(signal),
        ]) {
          if (sentTransaction) expect(hasCode(await failureOf(sentTransaction))).toBe(true)
        }
      },
    )
  })
}

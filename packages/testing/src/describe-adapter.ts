import type { Connector, ConnectorEvent } from '@latchkey/core'
import { hasCode, isAccountId, isAssetId, isChainId, namespaceOf } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { describeFeatures } from './describe-features.ts'
import {
  type AdapterFixture,
  failureOf,
  findConnector,
  makeRequest,
  waitToSettle,
} from './parts/adapter-fixture.ts'
import { lies } from './parts/behavior.ts'

/**
 * Defines the Vitest tests that every adapter must pass: discovery, connecting, silent
 * reconnecting, aborting, events, disconnecting, false answers, errors, features.
 */
export function describeAdapter(name: string, create: () => AdapterFixture): void {
  describeFeatures(name, create)
  describe(`${name}: adapter`, () => {
    test('default', async () => {
      const fixture = create()
      const { adapter } = fixture
      const { connector, connectors } = await findConnector(fixture)
      expect(connectors).toHaveLength(1)
      expect(connector.namespaces).toContain(adapter.namespace)
      const { sessions } = await connector.connect(makeRequest(adapter))
      expect(sessions).toHaveLength(1)
      for (const session of sessions) {
        expect(session.namespace).toBe(adapter.namespace)
        expect(session.accounts.length).toBeGreaterThan(0)
        expect(session.accounts.map(({ account }) => account)).toContain(session.selected)
        for (const { account } of session.accounts) {
          expect(isAccountId(account)).toBe(true)
          expect(namespaceOf(account)).toBe(adapter.namespace)
        }
      }
    })

    test('behavior: discovery asks the wallet nothing and listens to nothing', async () => {
      const fixture = create()
      const { connectors, stop } = await findConnector(fixture)
      await waitToSettle()
      expect(fixture.prompts()).toBe(0)
      expect(fixture.listenerCount()).toBe(0)
      stop()
      stop()
      fixture.install()
      expect(connectors).toHaveLength(1)
    })

    test('behavior: a second discovery reports the same id, and no wallet that was never there', async () => {
      const fixture = create()
      const firstSearch = await findConnector(fixture)
      firstSearch.stop()
      const secondIds: string[] = []
      fixture.adapter.discover(({ id }) => secondIds.push(id))()
      expect(new Set(secondIds)).toEqual(new Set([firstSearch.connector.id]))
      const syncConnectors: Connector[] = []
      create().adapter.discover((connector) => syncConnectors.push(connector))()
      expect(syncConnectors).toEqual([])
    })

    test('behavior: silent never prompts', async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      expect(
        await failureOf(connector.connect(makeRequest(fixture.adapter, { silent: true }))),
      ).toBeInstanceOf(Error)
      await connector.connect(makeRequest(fixture.adapter))
      const prompts = fixture.prompts()
      const { sessions } = await connector.connect(makeRequest(fixture.adapter, { silent: true }))
      expect(sessions).toHaveLength(1)
      expect(fixture.prompts()).toBe(prompts)
    })

    test('behavior: a rejection is explained, and the next try succeeds', async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      fixture.behave('reject')
      const error = await failureOf(connector.connect(makeRequest(fixture.adapter)))
      expect(fixture.adapter.explain(error)).toBe('user-rejected')
      // An adapter may load its error texts only with the first error, so the text of that error
      // may be complete only a moment later.
      await expect.poll(() => fixture.adapter.explain(fixture.rejection)).toBe('user-rejected')
      expect(fixture.listenerCount()).toBe(0)
      fixture.behave('approve')
      expect((await connector.connect(makeRequest(fixture.adapter))).sessions).toHaveLength(1)
    })

    test('behavior: an abort ends a hanging request at once; its late answer changes nothing', async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      const events: ConnectorEvent[] = []
      connector.watch((event) => events.push(event))
      fixture.behave('hang')
      const controller = new AbortController()
      const pendingFailure = failureOf(
        connector.connect(makeRequest(fixture.adapter, { signal: controller.signal })),
      )
      await waitToSettle()
      controller.abort()
      expect(fixture.adapter.explain(await pendingFailure)).toBe('aborted')
      expect(await fixture.release()).toBe(true)
      await waitToSettle()
      expect(events).toEqual([])
      fixture.behave('approve')
      expect((await connector.connect(makeRequest(fixture.adapter))).sessions).toHaveLength(1)
    })

    test('behavior: an aborted signal asks nothing', async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      const error = await failureOf(
        connector.connect(makeRequest(fixture.adapter, { signal: AbortSignal.abort() })),
      )
      expect(fixture.adapter.explain(error)).toBe('aborted')
      expect(fixture.prompts()).toBe(0)
    })

    test.each(['twice', { late: 20 }] as const)(
      'behavior: the wallet answers %o',
      async (behavior) => {
        const fixture = create()
        const { connector } = await findConnector(fixture)
        const workingFixture = create()
        const expectedSessions = await (await findConnector(workingFixture)).connector.connect(
          makeRequest(workingFixture.adapter),
        )
        fixture.behave(behavior)
        expect(await connector.connect(makeRequest(fixture.adapter))).toEqual(expectedSessions)
      },
    )

    test.each(lies.map((falseAnswer, i) => [i, falseAnswer] as const))(
      'behavior: lie %i grants nothing',
      async (_, falseAnswer) => {
        const fixture = create()
        const { connector } = await findConnector(fixture)
        fixture.behave({ lie: falseAnswer })
        const error = await failureOf(connector.connect(makeRequest(fixture.adapter)))
        expect(hasCode(error, 'wallet-answer-invalid') || hasCode(error, 'account-missing')).toBe(
          true,
        )
      },
    )

    test('behavior: events carry whole sessions, and stop with the last listener', async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      const { sessions } = await connector.connect(makeRequest(fixture.adapter))
      const events: ConnectorEvent[] = []
      const stop = connector.watch((event) => events.push(event))
      await waitToSettle()
      fixture.selectAccount(1)
      fixture.selectOtherChain()
      await waitToSettle()
      expect(events.map((event) => event.type === 'session' && event.reason)).toEqual([
        'accounts',
        'chain',
      ])
      const [moved, last] = events.map((event) =>
        event.type === 'session' ? event.session : undefined,
      )
      expect(moved?.selected).not.toBe(sessions[0]?.selected)
      expect(isChainId(last?.selected.slice(0, last.selected.lastIndexOf(':')))).toBe(true)
      fixture.revoke()
      await waitToSettle()
      expect(events.at(-1)).toMatchObject({ type: 'end' })
      stop()
      stop()
      expect(fixture.listenerCount()).toBe(0)
    })

    test('behavior: disconnecting takes the permission back and forgets the listeners', async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      await connector.connect(makeRequest(fixture.adapter))
      await connector.disconnect()
      expect(fixture.listenerCount()).toBe(0)
      expect(
        await failureOf(connector.connect(makeRequest(fixture.adapter, { silent: true }))),
      ).toBeInstanceOf(Error)
    })

    test('behavior: disconnecting from a wallet that does not answer ends within half a second', async () => {
      const fixture = create()
      const { connector } = await findConnector(fixture)
      await connector.connect(makeRequest(fixture.adapter))
      fixture.behave('hang')
      const startTime = performance.now()
      await connector.disconnect()
      expect(performance.now() - startTime).toBeLessThan(500)
    })

    test('behavior: addresses, assets and errors', () => {
      const { adapter, addresses } = create()
      for (const address of addresses.valid) {
        expect(adapter.isAddress(address)).toBe(true)
      }
      for (const address of addresses.invalid) {
        expect(adapter.isAddress(address)).toBe(false)
      }
      expect(adapter.isSameAddress(...addresses.same)).toBe(true)
      for (const chain of adapter.chains) {
        const asset = adapter.nativeAsset(chain)
        expect(isAssetId(asset.id) && asset.id.startsWith(`${chain.id}/`)).toBe(true)
        expect(adapter.tokenId(chain.id, 'not an address')).toBeNull()
      }
      for (const oddValue of [undefined, null, 0, '', {}, [], new Error('odd')]) {
        expect(adapter.explain(oddValue)).toBe('unknown')
      }
    })
  })
}

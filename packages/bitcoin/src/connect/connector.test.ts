import type {
  Adapter,
  Connector,
  ConnectorEvent,
  ReadSource,
  Session,
  TogetherPrompt,
} from '@latchkey/core'
import { type MockWbipWalletOptions, wbipPersonas } from '@latchkey/testing'
import { Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { local, page, published, request, test4 } from '../../test/fixture.ts'
import { ownFunctionsWallet } from '../../test/own-functions.ts'
import { bitcoin } from '../bitcoin.ts'
import { mainnet, nativeAsset, signet } from '../chains.ts'

const signal = new AbortController().signal
const found = (adapter: Adapter): Connector => {
  const connectors: Connector[] = []
  adapter.discover((connector) => connectors.push(connector))()
  const [connector] = connectors
  if (!connector) throw new Error('no connector')
  return connector
}
const installed = (
  name: 'plain' | 'rich' = 'rich',
  chains = [local, test4],
  verbs: MockWbipWalletOptions['verbs'] = {},
) => {
  const { target, wallet } = page({ persona: wbipPersonas[name], verbs }, chains)
  wallet.install(target)
  const fresh = () => found(bitcoin({ chains, page: target }))
  return { target, wallet, fresh, connector: fresh() }
}
const methods = (wallet: { requests: readonly { method: string }[] }) =>
  wallet.requests.map(({ method }) => method)

describe('last', () => {
  const before = async () => {
    const made = installed()
    const { sessions } = await made.connector.connect(request())
    return { ...made, last: sessions, asked: made.wallet.requests.length }
  }

  test('default: the same wallet is resumed without a question, and sends then', async () => {
    const { fresh, wallet, last, asked } = await before()
    const connector = fresh()
    expect(await connector.connect(request({ silent: true, last }))).toEqual({ sessions: last })
    expect(wallet.requests.length).toBe(asked)
    const from = last[0]?.selected ?? 'x:y:z'
    const transfer = { from, to: published.test[1], asset: nativeAsset(local), amount: 5000n }
    expect(await connector.features.transfer?.({ transfer, chain: local, signal })).toEqual({
      hash: 'ab'.repeat(32),
    })
  })

  const spoil = (session: Session): readonly (readonly Session[])[] => {
    const [first] = session.accounts
    if (!first) return []
    const foreign = `${local.id}:${published.mainnet[0]}` as const
    const real = `${mainnet}:${published.mainnet[0]}` as const
    return [
      [],
      [{ ...session, namespace: 'stacks' }],
      [{ ...session, accounts: [first, { account: foreign, type: 'payment' }] }],
      [{ ...session, accounts: [{ ...first, type: 'eoa' }] }],
      [{ ...session, selected: foreign }],
      [
        {
          ...session,
          accounts: [first, { account: `${test4.id}:${published.test[1]}`, type: 'payment' }],
        },
      ],
      [{ ...session, selected: real, accounts: [{ account: real, type: 'payment' }] }],
      [{ ...session, selected: `${mainnet}:${published.mainnet[0]}`, accounts: [] }],
    ]
  }
  test('behavior: what storage brings is checked; nothing is resumed from what is wrong', async () => {
    const { fresh, last } = await before()
    const cases = last.flatMap((session) => spoil(session))
    expect(cases).toHaveLength(8)
    for (const spoilt of cases) {
      await expect(fresh().connect(request({ silent: true, last: spoilt }))).rejects.toMatchObject({
        code: 'account-missing',
      })
    }
  })

  test('behavior: a wallet that can be asked silently is asked', async () => {
    const chains = ([mainnet, signet] as const).map((id) => ({ ...local, id }))
    const wallet = ownFunctionsWallet('unisat')
    const target = {}
    wallet.install(target)
    const fresh = () => found(bitcoin({ chains, page: target }))
    const { sessions: last } = await fresh().connect(request({ chains }))
    wallet.selectAccount(1)
    const { sessions } = await fresh().connect(request({ chains, silent: true, last }))
    expect(sessions[0]?.selected).toBe(`${mainnet}:${wallet.addresses()[0]?.address}`)
    expect(sessions[0]?.selected).not.toBe(last[0]?.selected)
    wallet.revoke()
    await expect(fresh().connect(request({ chains, silent: true, last }))).rejects.toMatchObject({
      code: 'account-missing',
    })
  })
})

describe('disconnect', () => {
  test('behavior: what a wallet tells after it brings nothing back', async () => {
    const chains = ([mainnet, signet] as const).map((id) => ({ ...local, id }))
    const wallet = ownFunctionsWallet('unisat')
    const target = {}
    wallet.install(target)
    const connector = found(bitcoin({ chains, page: target }))
    await connector.connect(request({ chains }))
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await Promise.resolve()
    wallet.goTo('BITCOIN_SIGNET')
    await connector.disconnect()
    await expect(connector.connect(request({ chains, silent: true }))).rejects.toMatchObject({
      code: 'account-missing',
    })
    expect(events).toEqual([])
  })
})

describe('together', () => {
  test('default: it asks once for all families, and leaves what it was answered', async () => {
    const { connector, wallet } = installed()
    expect(connector.together).toBe('XverseProviders.BitcoinProvider')
    const together: TogetherPrompt = {}
    const { sessions } = await connector.connect(request({ together }))
    expect(wallet.requests).toMatchObject([
      { params: { addresses: ['payment', 'ordinals', 'stacks'] } },
    ])
    expect(sessions[0]?.accounts).toHaveLength(2)
    expect(together.answered).toMatchObject({
      addresses: [{ purpose: 'payment' }, { purpose: 'ordinals' }, { purpose: 'stacks' }],
    })
  })

  test('behavior: what another family was answered is taken up without a question, checked anew', async () => {
    const first = installed()
    const together: TogetherPrompt = {}
    const { sessions } = await first.connector.connect(request({ together }))
    const { connector, wallet } = installed()
    expect(await connector.connect(request({ silent: true, together }))).toEqual({ sessions })
    for (const answered of [
      7,
      {},
      { addresses: [] },
      { addresses: [{ address: published.mainnet[0] }] },
    ]) {
      await expect(
        connector.connect(request({ silent: true, together: { answered } })),
      ).rejects.toMatchObject({
        code: 'wallet-answer-invalid',
      })
    }
    await expect(
      connector.connect(
        request({
          silent: true,
          together: { answered: { addresses: [{ symbol: 'STX', address: 'SP1' }] } },
        }),
      ),
    ).rejects.toMatchObject({ code: 'account-missing' })
    expect(wallet.requests).toEqual([])
  })

  test('behavior: who has no other family is not opened with one', () => {
    const target = {}
    ownFunctionsWallet('unisat').install(target)
    expect(found(bitcoin({ chains: [local], page: target })).together).toBeUndefined()
  })
})

describe('switchChain', () => {
  const switched = async (name: 'plain' | 'rich') => {
    const { connector, wallet } = installed(name)
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await Promise.resolve()
    await connector.features.switchChain?.({ chain: test4, signal })
    return { connector, wallet, events }
  }

  test.each([
    ['rich', ['wallet_connect', 'wallet_changeNetwork']],
    ['plain', ['getAddresses', 'getAddresses']],
  ] as const)('default: a wallet like %s by %j', async (name, asked) => {
    const { wallet, events } = await switched(name)
    expect(methods(wallet)).toEqual(asked)
    const selected = `${test4.id}:${wallet.addresses()[0]?.address}`
    expect(events).toMatchObject([{ type: 'session', reason: 'chain', session: { selected } }])
  })

  test('behavior: a network that it does not know is not asked for', async () => {
    const { connector, wallet } = await switched('rich')
    const chain = { ...local, id: 'bip122:ffffffffffffffffffffffffffffffff' as const }
    await expect(connector.features.switchChain?.({ chain, signal })).rejects.toMatchObject({
      code: 'chain-unsupported',
    })
    expect(methods(wallet)).toHaveLength(2)
  })
})

describe('transfer', () => {
  const place = { txid: 'cd'.repeat(32), vout: 0 }
  const world = async (
    name: 'plain' | 'rich',
    posted: { hex?: string; id?: unknown } = {},
    verbs: MockWbipWalletOptions['verbs'] = {},
  ) => {
    const made = installed(name, [local, test4], verbs)
    const { sessions } = await made.connector.connect(request())
    const [payment, ordinals] = sessions[0]?.accounts.map(({ account }) => account) ?? []
    const source: ReadSource = {
      chain: local,
      async request(method, params) {
        const [path, body] = params as [string, string]
        if (path === '/fee-estimates') return {}
        if (method === 'GET') return [{ ...place, value: 50_000, status: { confirmed: true } }]
        posted.hex = body
        return posted.id ?? Transaction.fromRaw(Buffer.from(body, 'hex')).id
      },
    }
    const { adapter } = page()
    const to = published.test[1]
    const transferOf = (amount: bigint, from = payment ?? 'x:y:z') => ({
      from,
      to,
      asset: nativeAsset(local),
      amount,
    })
    const send = async (amount: bigint, from?: Session['selected']) => {
      const transfer = transferOf(amount, from)
      const estimate = await adapter.read.estimateTransfer(source, transfer)
      return made.connector.features.transfer?.({
        transfer,
        chain: local,
        estimate,
        source,
        signal,
      })
    }
    const most = (await adapter.read.estimateTransfer(source, transferOf(1n))).most ?? 0n
    return { ...made, source, send, most, posted, ordinals, transferOf }
  }

  test.each(['plain', 'rich'] as const)(
    'default: %s: the wallet sends a part, and signs all',
    async (name) => {
      const { wallet, send, most, posted } = await world(name)
      expect(await send(20_000n)).toEqual({ hash: 'ab'.repeat(32) })
      expect(posted.hex).toBeUndefined()
      const { hash } = (await send(most)) ?? {}
      const sent = Transaction.fromRaw(Buffer.from(posted.hex ?? '', 'hex'))
      expect([hash, sent.getOutput(0).amount, sent.outputsLength]).toEqual([sent.id, most, 1])
      expect(methods(wallet).slice(1)).toEqual(['sendTransfer', 'signPsbt'])
    },
  )

  test('behavior: a wallet that cannot send signs', async () => {
    const { wallet, send, posted } = await world('rich')
    wallet.behave(
      { raw: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } } },
      'sendTransfer',
    )
    const { hash } = (await send(20_000n)) ?? {}
    expect(hash).toBe(Transaction.fromRaw(Buffer.from(posted.hex ?? '', 'hex')).id)
    wallet.behave('reject', 'sendTransfer')
    await expect(send(20_000n)).rejects.toMatchObject({ code: 'user-rejected' })
    expect(methods(wallet).filter((one) => one === 'signPsbt')).toHaveLength(1)
  })

  test('behavior: coins of an ordinals address are no money', async () => {
    const { wallet, send, ordinals } = await world('rich')
    await expect(send(20_000n, ordinals)).rejects.toMatchObject({ code: 'feature-unsupported' })
    expect(methods(wallet)).toEqual(['wallet_connect'])
  })

  test('behavior: what is no PSBT is not handed over', async () => {
    const { wallet, send, most, posted } = await world('rich')
    wallet.behave({ raw: undefined }, 'signPsbt')
    await expect(send(most)).rejects.toMatchObject({ code: 'wallet-unknown' })
    wallet.behave({ lie: { psbt: 'cHNidP8=' } }, 'signPsbt')
    await expect(send(most)).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    expect(posted.hex).toBeUndefined()
  })

  test('behavior: what comes back unsigned is not handed over, what comes back finished is', async () => {
    const echo = await world('rich', {}, { signPsbt: ({ psbt }) => ({ psbt }) })
    await expect(echo.send(echo.most)).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    expect(echo.posted.hex).toBeUndefined()
    const finishing = await world(
      'rich',
      {},
      {
        signPsbt({ psbt }, key) {
          const transaction = Transaction.fromPSBT(Buffer.from(String(psbt), 'base64'))
          transaction.sign(Buffer.from(key, 'hex'))
          transaction.finalize()
          return { psbt: Buffer.from(transaction.toPSBT()).toString('base64') }
        },
      },
    )
    const { hash } = (await finishing.send(finishing.most)) ?? {}
    expect(hash).toBe(Transaction.fromRaw(Buffer.from(finishing.posted.hex ?? '', 'hex')).id)
  })

  test('behavior: a node that takes it under another id is not believed', async () => {
    const { send, most } = await world('rich', { id: 'ee'.repeat(32) })
    await expect(send(most)).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })

  test.each([
    ['amount-invalid', { amount: 0n }],
    ['amount-invalid', { amount: 2_100_000_000_000_001n }],
    ['receiver-invalid', { to: published.mainnet[0] }],
    ['chain-mismatch', { from: `${test4.id}:${published.test[1]}` }],
    ['account-missing', { from: `${local.id}:${published.test[1]}` }],
    ['feature-unsupported', { asset: { ...nativeAsset(local), id: `${local.id}/other:1` } }],
  ] as const)('behavior: %s %o', async (code, more) => {
    const { connector, wallet, transferOf } = await world('rich')
    const transfer = { ...transferOf(5000n), ...more }
    await expect(
      connector.features.transfer?.({ transfer, chain: local, signal }),
    ).rejects.toMatchObject({ code })
    expect(methods(wallet)).toEqual(['wallet_connect'])
  })
})

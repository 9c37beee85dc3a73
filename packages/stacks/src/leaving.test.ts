import { connect, createKit } from '@latchkey/core'
import { type AccountId, addressOf } from '@latchkey/protocol'
import { mockWbipWallet, providerError, wbipPersonas } from '@latchkey/testing'
import { Cl, Pc, postConditionToHex } from '@stacks/transactions'
import { describe, expect, test } from 'vitest'
import { boot, connected, local, signal } from '../test/fixture.ts'
import { transferSip9 } from './actions/transfer-sip9.ts'
import { transferSip10 } from './actions/transfer-sip10.ts'
import { clarity } from './encoding/clarity-value.ts'
import { stacks } from './stacks.ts'

const txid = 'ab'.repeat(32)
const contract = `${boot.test}.coin` as const
const adapter = stacks({ chains: [local], page: {} })
const id = adapter.tokenId(local.id, `${contract}::gold`) ?? expect.unreachable()
const token = { id, name: 'Gold', symbol: 'GLD', decimals: 2 } as const
const lacking = () => {
  throw providerError(-32601, 'Method is not supported')
}

/**
 * What the chain lets leave, by the family's own library: exactly that much of that token, that one
 * collectible, and nothing else.
 */
const exactly = (sender: string, amount: bigint) =>
  postConditionToHex(Pc.principal(sender).willSendEq(amount).ft(contract, 'gold'))
const theOne = (sender: string) =>
  postConditionToHex(Pc.principal(sender).willSendAsset().nft(contract, 'cats', Cl.uint(7)))
const bare = (hex: unknown) => String(hex).replace(/^0x/, '')

async function opened(lacks: readonly string[]) {
  const page = {}
  const methods = ['stx_transferSip10Ft', 'stx_transferSip9Nft', 'stx_callContract']
  const verbs = Object.fromEntries(
    methods.map((name) => [name, lacks.includes(name) ? lacking : () => ({ txid })]),
  )
  const wallet = mockWbipWallet({ persona: wbipPersonas.rich, verbs })
  wallet.install(page)
  const kit = createKit({ adapters: [stacks({ chains: [local], page })] })
  const stop = kit.subscribe(() => {})
  const [account] = await connect(kit, { connector: `stacks:${wbipPersonas.rich.path}` })
  stop()
  const asked = () => wallet.requests.at(-1) as { method: string; params: Record<string, unknown> }
  return { kit, asked, sender: addressOf(account?.account as AccountId) }
}
const conditionsOf = ({ params }: { params: Record<string, unknown> }) => [
  params.postConditionMode,
  ...(params.postConditions as unknown[]).map(bare),
]

describe('what may leave', () => {
  test('behavior: send: exactly that amount of that token, and nothing else', async () => {
    const { connector, account, wallet } = await connected({
      verbs: { stx_callContract: () => ({ txid }) },
    })
    const transfer = { from: account, to: boot.test, asset: token, amount: 1234n }
    await connector.features.transfer?.({ transfer, chain: local, signal })
    const asked = wallet.requests.at(-1) as { method: string; params: Record<string, unknown> }
    expect(asked.method).toBe('stx_callContract')
    expect(conditionsOf(asked)).toEqual(['deny', exactly(addressOf(account), 1234n)])
  })

  test.each([[[]], [['stx_transferSip10Ft']]])(
    'behavior: transferSip10, a wallet that lacks %j',
    async (lacks) => {
      const { kit, asked, sender } = await opened(lacks)
      await transferSip10(kit, { to: boot.test, asset: `${contract}::gold`, amount: 99n })
      expect(asked().method).toBe(lacks.length > 0 ? 'stx_callContract' : 'stx_transferSip10Ft')
      expect(conditionsOf(asked())).toEqual(['deny', exactly(sender, 99n)])
    },
  )

  test.each([[[]], [['stx_transferSip9Nft']]])(
    'behavior: transferSip9, a wallet that lacks %j',
    async (lacks) => {
      const { kit, asked, sender } = await opened(lacks)
      await transferSip9(kit, { to: boot.test, asset: `${contract}::cats`, id: clarity.uint(7n) })
      expect(asked().method).toBe(lacks.length > 0 ? 'stx_callContract' : 'stx_transferSip9Nft')
      expect(conditionsOf(asked())).toEqual(['deny', theOne(sender)])
    },
  )
})

import { addressOf } from '@latchkey/protocol'
import { describeAdapter } from '@latchkey/testing/adapter'
import { describe, expect, test } from 'vitest'
import { isToySignature, toyAccounts } from '../test/toy-accounts.ts'
import { toyError } from '../test/toy-chain.ts'
import { toyWorld } from '../test/toy-world.ts'
import { explain } from './errors.ts'

const [ada, grace] = toyAccounts

describeAdapter('toy', () => {
  const { page, wallet, adapter } = toyWorld()
  return {
    adapter,
    install: () => wallet.install(page),
    behave: wallet.behave,
    release: wallet.release,
    selectAccount: wallet.selectAccount,
    selectOtherChain: () => wallet.selectChain('toy:spare'),
    revoke: wallet.revoke,
    prompts: wallet.prompts,
    listenerCount: wallet.listenerCount,
    addresses: {
      valid: [ada.address, grace.address.toUpperCase().replace('TOY', 'toy')],
      invalid: ['', 'toy1', ada.address.slice(0, -1), `${ada.address}0`, `0x${'0'.repeat(40)}`],
      same: [ada.address, `toy1${ada.address.slice(4).toUpperCase()}`],
    },
    rejection: toyError('declined'),
    verify: ({ account, message, signature }) =>
      isToySignature(addressOf(account), message, signature),
  }
})

describe('toy', () => {
  test('parameters: chains', () => {
    const { chains, make } = toyWorld()
    expect(make(chains).chains).toEqual(chains)
    const [main] = chains
    for (const bad of [[], [{ ...main, id: 'eip155:1' as const }]]) {
      expect(() => make(bad)).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    }
  })

  test('behavior: what a wallet or node of the family says has a code, and anything else is unknown', () => {
    const told = (['declined', 'busy', 'poor', 'unheard'] as const).map((toy) =>
      explain(toyError(toy)),
    )
    expect(told).toEqual([
      'user-rejected',
      'connection-pending',
      'insufficient-funds',
      'wallet-method-unsupported',
    ])
    const hostile = Object.defineProperty({}, 'toy', {
      get() {
        throw new Error('no')
      },
    })
    expect([hostile, { toy: 'constructor' }, 7].map(explain)).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ])
  })

  test.each([undefined, null, 7, {}, [], '', '-1', '1.5', '9'.repeat(40)])(
    'behavior: a balance of %j is not believed',
    async (answer) => {
      const { adapter, chains } = toyWorld()
      const source = { chain: chains[0], request: async () => answer }
      const read = adapter.read.balances(source, { account: `toy:main:${ada.address}` })
      await expect(read).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
    },
  )

  test.each([undefined, 7, 'done', {}, { status: 'done' }, { status: 'done', block: 1 }, []])(
    'behavior: a status of %j is not believed',
    async (answer) => {
      const { adapter, chains } = toyWorld()
      const source = { chain: chains[0], request: async () => answer }
      const asked = { hash: 'ab'.repeat(32), from: `toy:main:${ada.address}` } as const
      await expect(adapter.read.verdict(source, asked)).rejects.toMatchObject({
        code: 'rpc-answer-invalid',
      })
    },
  )
})

import { bitcoin } from '@latchkey/bitcoin'
import {
  type Adapter,
  connect,
  createKit,
  prepareSend,
  send,
  signMessage,
  watchTransaction,
} from '@latchkey/core'
import {
  type BitcoinDevnet,
  bitcoinDevnetChain,
  startBitcoinDevnet,
} from '@latchkey/devnet/bitcoin'
import { type SolanaDevnet, solanaDevnetChain, startSolanaDevnet } from '@latchkey/devnet/solana'
import { type StacksDevnet, startStacksDevnet } from '@latchkey/devnet/stacks'
import type { Chain } from '@latchkey/protocol'
import { createFamilySigner, families, type Grants, toProviderError } from '@latchkey/signer'
import { solana } from '@latchkey/solana'
import { stacks } from '@latchkey/stacks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerSolana } from './answer-solana.ts'
import { answerWbip, wbipCode } from './answer-wbip.ts'
import { pageMessageType, personas, type WalletStandard, walletMessageType } from './messages.ts'
import { provideWbip } from './page/provide-wbip.ts'
import { registerSolana } from './page/register-solana.ts'

const origin = 'http://shop.example'
const words = 'test test test test test test test test test test test junk'

interface Call {
  readonly type: string
  readonly id: string
  readonly standard: WalletStandard
  readonly method: string
  readonly params: unknown
}

// Our adapters and this wallet are written apart, from the standards: here they meet, with a page
// but without a browser.
describe('the extension and the adapters', () => {
  const run = {} as { solana: SolanaDevnet; bitcoin: BitcoinDevnet; stacks: StacksDevnet }
  beforeAll(async () => {
    const started = [
      startSolanaDevnet(),
      startBitcoinDevnet({ mineAfterMs: 0 }),
      startStacksDevnet(),
    ] as const
    ;[run.solana, run.bitcoin, run.stacks] = await Promise.all(started)
  })
  afterAll(async () => {
    await Promise.all([run.solana?.stop(), run.bitcoin?.stop(), run.stacks?.stop()])
  })

  /**
   * A page whose messages reach the background's answers and come back as JSON, as through a
   * content script.
   */
  const open = () => {
    const asked: string[] = []
    const kept: { grants: Grants; says: boolean } = { grants: {}, says: true }
    const nodes = { solana: run.solana.url, bitcoin: run.bitcoin.url, stacks: run.stacks.url }
    const signer = createFamilySigner({
      mnemonic: words,
      count: 1,
      nodes,
      async approve({ kind }) {
        asked.push(kind)
        return kept.says
      },
      grants: { read: () => kept.grants, write: (grants) => void Object.assign(kept, { grants }) },
    })
    const target = new EventTarget()
    const tell = (data: object): void => {
      const event = Object.assign(new Event('message'), {
        source: target,
        data: JSON.parse(JSON.stringify(data)),
      })
      target.dispatchEvent(event)
    }
    const postMessage = ({ type, id, standard, ...rest }: Call): void => {
      if (type !== walletMessageType) return
      const call = {
        origin,
        ...(JSON.parse(JSON.stringify(rest)) as { method: string; params: unknown }),
      }
      const work =
        standard === 'solana'
          ? answerSolana(signer, call)
          : answerWbip(signer, standard as 'companion', call)
      void work
        .then(
          (result) => ({ result }),
          (thrown) => {
            const { code, message } = toProviderError(thrown)
            return { error: { code: standard === 'solana' ? code : wbipCode(code), message } }
          },
        )
        .then((answer) => {
          tell({ type: pageMessageType, id, answer })
          const look = { accounts: [], chainId: '0x1', families: signer.granted(origin, families) }
          tell({ type: pageMessageType, look })
        })
    }
    const page = Object.assign(target, { location: { origin }, postMessage }) as unknown as Window
    return { page, asked, kept }
  }
  const trade = async (
    { asked, kept }: ReturnType<typeof open>,
    adapter: Adapter,
    { chain, to, amount }: { readonly chain: Chain; readonly to: string; readonly amount: bigint },
  ): Promise<void> => {
    const kit = createKit({ adapters: [adapter], storage: null })
    const stop = kit.subscribe(() => {})
    await expect.poll(() => Object.keys(kit.getState().connectors)).toHaveLength(1)
    const [connector = ''] = Object.keys(kit.getState().connectors)
    kept.says = false
    await expect(connect(kit, { connector })).rejects.toMatchObject({ code: 'connection-rejected' })
    kept.says = true
    await connect(kit, { connector })
    expect((await signMessage(kit, { message: 'Good evening' })).signature).not.toBe('')
    const { transaction } = await prepareSend(kit, {
      asset: adapter.nativeAsset(chain),
      amount,
      to,
    })
    const sent = await send(kit, { id: transaction.id })
    expect(await watchTransaction(kit, { id: sent.id })).toMatchObject({ status: 'confirmed' })
    stop()
    expect(asked).toHaveLength(4)
  }

  test.each(personas)('behavior: Bitcoin, as %s', async (persona) => {
    const world = open()
    provideWbip(world.page, persona)
    const chain = bitcoinDevnetChain(run.bitcoin.url)
    const to = run.bitcoin.accounts[1]?.payment ?? ''
    await trade(world, bitcoin({ chains: [chain], page: world.page }), {
      chain,
      to,
      amount: 50_000n,
    })
  })

  test.each(personas)('behavior: Stacks, as %s', async (persona) => {
    const world = open()
    provideWbip(world.page, persona)
    const { chain, accounts } = run.stacks
    await trade(world, stacks({ chains: [chain], page: world.page }), {
      chain,
      to: accounts[1]?.address ?? '',
      amount: 5n,
    })
  })

  test('behavior: Solana', async () => {
    const world = open()
    registerSolana(world.page)
    const chain = solanaDevnetChain(run.solana.url)
    const to = run.solana.accounts[1]?.address ?? ''
    await trade(world, solana({ chains: [chain], page: world.page }), {
      chain,
      to,
      amount: 5_000_000n,
    })
  })
})

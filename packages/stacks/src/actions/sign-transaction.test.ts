import { connect, createKit } from '@latchkey/core'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { makeUnsignedSTXTokenTransfer } from '@stacks/transactions'
import { describe, expect, test } from 'vitest'
import { boot, local, mainnet } from '../../test/fixture.ts'
import { stacks } from '../stacks.ts'
import { signTransaction } from './sign-transaction.ts'

/** An unsigned transfer as the library writes it, with the chain's own number. */
async function transferOf(
  network: 'mainnet' | 'testnet',
  chainId?: number,
  amount = 1n,
): Promise<string> {
  const transaction = await makeUnsignedSTXTokenTransfer({
    recipient: network === 'mainnet' ? boot.main : boot.test,
    amount,
    fee: 200n,
    nonce: 0n,
    network,
    publicKey: `02${'11'.repeat(32)}`,
  })
  if (chainId !== undefined) transaction.chainId = chainId
  return transaction.serialize()
}
const ofDevnet = await transferOf('testnet', 2_155_905_152)
const ofMore = await transferOf('testnet', 2_155_905_152, 1_000_000n)
const ofTestnet = await transferOf('testnet')
const ofMainnet = await transferOf('mainnet')

async function open(answer: unknown, chain = local) {
  const page = {}
  const asked: unknown[] = []
  const wallet = mockWbipWallet({
    persona: wbipPersonas.rich,
    verbs: {
      stx_signTransaction: (params) => {
        asked.push(params)
        return answer
      },
    },
    ...(chain === mainnet && { network: 'Mainnet' }),
  })
  wallet.install(page)
  const kit = createKit({ adapters: [stacks({ chains: [chain], page })] })
  kit.subscribe(() => {})
  await connect(kit, { connector: `stacks:${wbipPersonas.rich.path}` })
  return { kit, asked }
}

describe('signTransaction', () => {
  test('default: the wallet is asked to sign and not to send, and its transaction comes back', async () => {
    const { kit, asked } = await open({ transaction: ofDevnet })
    expect(await signTransaction(kit, { transaction: ofDevnet })).toEqual({ transaction: ofDevnet })
    expect(asked).toEqual([{ transaction: ofDevnet, broadcast: false }])
  })

  test('parameters: broadcast', async () => {
    const txid = 'ab'.repeat(32)
    const { kit, asked } = await open({ transaction: ofMainnet, txid }, mainnet)
    const answer = await signTransaction(kit, { transaction: ofMainnet, broadcast: true })
    expect(answer).toMatchObject({ transaction: ofMainnet })
    expect(answer.txid).toMatch(new RegExp(`^(?:0x)?${txid}$`))
    expect(asked).toEqual([{ transaction: ofMainnet, broadcast: true }])
  })

  test.each([
    ['of the test network', ofTestnet],
    ['of the main network', ofMainnet],
    ['of this chain’s number and the main network’s version', `00${ofDevnet.slice(2)}`],
  ])('behavior: a transaction %s reaches no wallet', async (_, transaction) => {
    const { kit, asked } = await open({ transaction })
    await expect(signTransaction(kit, { transaction })).rejects.toMatchObject({
      code: 'chain-mismatch',
    })
    expect(asked).toEqual([])
  })

  test.each([
    ['nothing signed', { txid: 'ab'.repeat(32) }],
    ['one of the test network', { transaction: ofTestnet }],
    ['one of the main network', { transaction: ofMainnet }],
    ['another amount', { transaction: ofMore }],
  ])('behavior: from a wallet that answers %s nothing is taken', async (_, answer) => {
    const { kit, asked } = await open(answer)
    await expect(signTransaction(kit, { transaction: ofDevnet })).rejects.toMatchObject({
      code: 'wallet-answer-invalid',
    })
    expect(asked).toHaveLength(1)
  })

  test('behavior: nobody connected', async () => {
    const kit = createKit({ adapters: [stacks({ chains: [local], page: {} })] })
    await expect(signTransaction(kit, { transaction: ofDevnet })).rejects.toMatchObject({
      code: 'not-connected',
    })
  })
})

import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchRequests } from '../helpers/settle-page.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre; devnet?: EvmDevnet } = {}
beforeAll(async () => {
  ;[held.theatre, held.devnet] = await Promise.all([raise(), startEvmDevnet()])
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.devnet?.stop()
})

describe('the owner’s address', () => {
  test('behavior: balance, name, fee, send and watching ask it and no other, and a settled transfer is asked for no more', async () => {
    const { theatre, devnet } = held
    if (!theatre || !devnet) throw new Error('no theatre')
    const own = devnet.url
    // The same node under another name: what the wallet itself asks is told apart.
    const wallets = own.replace('127.0.0.1', 'localhost')
    const asked: string[] = []
    const { page, complaints } = await theatre.open(
      { chains: [devnetChain(own)], rpcUrl: wallets, modal: { tokens: devnetTokens } },
      {
        prepare: async (shown) => {
          await shown.clock.install()
          shown.on('request', (request) => {
            const { origin, protocol } = new URL(request.url())
            if (protocol !== 'data:' && origin !== theatre.origin)
              asked.push(`${origin} ${request.postData() ?? ''}`)
          })
        },
      },
    )
    page.setDefaultTimeout(stepTimeout)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.getByRole('button', { name: 'Foxglove' }).click()
    await page.getByRole('button', { name: /^Account/ }).click()
    await dialog.getByRole('list', { name: 'Token list' }).getByText('USDC').first().waitFor()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.5')
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill('grace.eth')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.getByRole('heading', { name: 'ada.eth', exact: true }).waitFor()
    await page.clock.runFor(2_000)
    await page.keyboard.press('Escape')
    // The page's button reads no names; it says the one that the dialog has verified.
    await page.getByRole('button', { name: 'Account ada.eth', exact: true }).waitFor()

    const origins = new Set(asked.map((one) => one.split(' ')[0]))
    expect([...origins].sort()).toEqual([own, wallets].sort())
    const methods = asked
      .filter((one) => one.startsWith(own))
      .map((one) => /"method":"(\w+)"/.exec(one)?.[1])
    expect(methods).toEqual(expect.arrayContaining(['eth_call', 'eth_getTransactionReceipt']))
    const ofWallet = await page.evaluate(() =>
      window.stage.wallets[0]?.requests.map(({ method }) => method),
    )
    // The wallet alone knows the nonce it has just used; everything else is read from the chain.
    expect(
      ofWallet?.filter((method) => /^eth_(?:call|get|estimate|gas|fee|block)/.test(method)),
    ).toEqual(['eth_getTransactionByHash'])
    expect(ofWallet).toContain('eth_sendTransaction')
    expect(asked.join()).toContain(accounts[1].address.slice(2).toLowerCase())

    const settle = watchRequests(page)
    const settled = asked.length
    await page.clock.runFor(120_000)
    await settle()
    expect(asked.slice(settled)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

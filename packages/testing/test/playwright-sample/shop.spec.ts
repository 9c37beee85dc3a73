import { expect, test } from '@latchkey/testing/playwright'
import { verifyMessage } from 'viem'
import { openShop } from './shop.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('connects and signs', async ({ page, wallet }) => {
  await openShop(page)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('status')).toHaveText(`account ${ada}`)
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByRole('status')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await page.getByRole('status').textContent()) as `0x${string}`
  expect(await verifyMessage({ address: ada, message: 'hi', signature })).toBe(true)
  expect(wallet.requests.map(({ method }) => method)).toEqual([
    'eth_requestAccounts',
    'personal_sign',
  ])
  await wallet.selectAccount(1)
  await expect(page.getByRole('status')).toHaveText(`account ${grace}`)
})

test('shows that the visitor said no', async ({ page, wallet }) => {
  await openShop(page)
  wallet.rejectNext()
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('status')).toHaveText('refused 4001')
})

test('a test that names no wallet has none', async ({ page }) => {
  await openShop(page)
  const found = await page.evaluate(() => typeof (globalThis as { wallet?: unknown }).wallet)
  expect(found).toBe('undefined')
  await expect(page.getByRole('status')).toBeEmpty()
})

test.describe('with options', () => {
  test.use({ walletOptions: { evm: { name: 'Purse', isAuthorized: true, shape: 'proxy' } } })

  test('the wallet is as the options say', async ({ page, wallet }) => {
    await openShop(page)
    expect([wallet.name, wallet.isAuthorized(), wallet.chain()]).toEqual([
      'Purse',
      true,
      'eip155:31337',
    ])
  })
})

test('sockets of relays lead to the relay in the test', async ({ page, relay }) => {
  await openShop(page)
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const socket = new WebSocket('wss://relay.test/?auth=token')
        const params = { topic: 'a'.repeat(64) }
        const request = { id: 7, jsonrpc: '2.0', method: 'irn_subscribe', params }
        socket.onopen = () => socket.send(JSON.stringify(request))
        socket.onmessage = ({ data }) => resolve(JSON.parse(data))
      }),
  )
  expect(answer).toMatchObject({ id: 7, result: expect.any(String) })
  expect([relay.methods(), relay.countSockets()]).toEqual([['irn_subscribe'], 1])
})

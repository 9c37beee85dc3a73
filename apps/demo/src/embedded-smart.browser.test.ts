import { concat, getAddress, type Hex, padHex, parseAbi, parseEther, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../packages/devnet/src/evm/addresses.ts'
import { type EmbeddedWorld, type Shop, startEmbeddedWorld } from '../test/embedded-world.ts'
import { askInVault, pressArmed } from '../test/press-armed.ts'
import { type Visitor, visitorOf } from './test/test-visitor.ts'

const held = {} as { world: EmbeddedWorld; shop: Shop; visitor: Visitor; seen: string[] }
/**
 * An account to which only the tests of this file send, so its balance is the sum of their
 * transfers.
 */
const grace = privateKeyToAccount(generatePrivateKey()).address
const [one, two] = [
  getAddress('0x00000000000000000000000000000000000a11ce'),
  getAddress('0x0000000000000000000000000000000000000b0b'),
]

const ask = askInVault(held)
/** What the last window showed; addresses stand in it in groups. */
const shown = (): string => held.seen.at(-1)?.replaceAll(/\s/g, '') ?? ''

const accounts = () => held.world.accountsOf(held.shop.page)

async function sign(message: string): Promise<Hex> {
  const output = await held.visitor.sign(message, 'Approve')
  return ((await output.locator('code').textContent()) ?? '0x') as Hex
}

beforeAll(async () => {
  held.world = await startEmbeddedWorld()
  // The bundler starts when it is first asked something, and has time for it while the visitor
  // signs up.
  const ready = fetch(`http://127.0.0.1:${held.world.ports[12]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] }),
  })
  const { openShop, signUp, context } = held.world
  context.setDefaultTimeout(60_000)
  held.seen = []
  held.shop = await openShop('smart.localhost')
  const { page } = held.shop
  await page.setViewportSize({ width: 1280, height: 800 })
  held.visitor = visitorOf(page, ask)
  await signUp(page, 'ada@smart.example')
  await held.visitor.accountButton.waitFor()
  expect((await ready).ok).toBe(true)
}, 240_000)
afterAll(() => held.world?.stop())

describe('an account that is a contract', { timeout: 180_000 }, () => {
  test('behavior: the one shown is the contract of the key, where the factory says; nothing stands there yet', async () => {
    const { chain } = held.world
    const { shown, smart, own } = await accounts()
    expect(shown).toBe(smart)
    const salt = concat([own, padHex('0x', { size: 12 })])
    const abi = parseAbi(['function getAddress(bytes32 salt) view returns (address)'])
    const told = await chain.readContract({
      address: addresses.smartAccountFactory,
      abi,
      functionName: 'getAddress',
      args: [salt],
    })
    expect(told).toBe(smart)
    expect(await chain.getCode({ address: smart })).toBeUndefined()
  })

  test('behavior: what it signs before it stands, and after, others believe: as the contract’s, not as the key’s', async () => {
    const { chain, tester } = held.world
    const { smart, own } = await accounts()
    const message = 'Good evening from the kiln'
    const early = await sign(message)
    expect(await chain.verifyMessage({ address: smart, message, signature: early })).toBe(true)
    expect(await chain.verifyMessage({ address: own, message, signature: early })).toBe(false)
    expect(
      await chain.verifyMessage({ address: smart, message: `${message}!`, signature: early }),
    ).toBe(false)

    await tester.setBalance({ address: smart, value: parseEther('1') })
    const before = await chain.getBalance({ address: grace })
    await held.visitor.show('Ethereum')
    await held.visitor.send({ asset: 'ETH', amount: '0.01', to: grace })
    expect(shown()).toContain('Send0.01ETH')
    expect(await chain.getBalance({ address: grace })).toBe(before + parseEther('0.01'))
    expect(await chain.getCode({ address: smart })).toMatch(/^0x[\da-f]{40,}$/)
    // Its own coins paid, the key's account had none.
    expect(await chain.getBalance({ address: own })).toBe(0n)

    const late = await sign(message)
    expect(await chain.verifyMessage({ address: smart, message, signature: late })).toBe(true)
  })

  test('behavior: several calls are one approval and one transaction', async () => {
    const { page, dialog } = held.shop
    const { chain } = held.world
    if (await dialog.isVisible()) await held.visitor.press('Close')
    const playground = page.getByRole('region', { name: 'Playground' })
    if (!(await playground.isVisible()))
      await page.getByRole('button', { name: 'Playground', exact: true }).click()
    await playground.getByRole('textbox', { name: 'Receivers, 0.001 each' }).fill(`${one} ${two}`)
    const count = held.seen.length
    await ask('Approve', () => playground.getByRole('button', { name: 'Send as one' }).click())
    const told = playground.getByRole('status', { name: 'Calls' })
    await told.getByText('confirmed').waitFor()
    expect(held.seen.slice(count)).toHaveLength(1)
    expect(shown()).toContain(one)
    expect(shown()).toContain(two)
    expect(await told.locator('code').count()).toBe(1)
    for (const address of [one, two]) {
      expect(await chain.getBalance({ address })).toBe(parseEther('0.001'))
    }
  })

  test('behavior: Max leaves what the operation costs at most, and it is enough', async () => {
    const { dialog } = held.shop
    const { chain, tester } = held.world
    const { smart } = await accounts()
    // Within what may leave before recovery is set up.
    await tester.setBalance({ address: smart, value: parseEther('0.02') })
    await held.shop.page.reload()
    await held.visitor.show('Ethereum')
    await held.visitor.press('Send')
    await dialog.getByText('available').waitFor()
    await held.visitor.press('Max')
    const field = dialog.getByRole('textbox', { name: 'Amount' })
    await expect.poll(() => field.inputValue()).toMatch(/^0\.01\d+$/)
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill(grace)
    await held.visitor.press('Review')
    await dialog.getByRole('heading', { name: 'Review send' }).waitFor()
    const before = await chain.getBalance({ address: grace })
    await ask('Approve', () => held.visitor.press('Confirm'))
    await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    expect((await chain.getBalance({ address: grace })) - before).toBeGreaterThan(
      parseEther('0.01'),
    )
    await held.visitor.press('Done')
  })

  test('behavior: the key’s own account is a switch in Settings away, outlives a reload, and signs as itself', async () => {
    const { page, dialog, complaints } = held.shop
    await page.reload()
    const { smart, own } = await accounts()
    await held.visitor.show('Ethereum')
    await held.visitor.press('Settings')
    await held.visitor.press('Account type')
    await dialog.getByText('Coins sent to one are not at the other').waitFor()
    await held.visitor.press('Use the key’s own account')
    await dialog.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    expect((await accounts()).shown).toBe(own)
    await page.reload()
    await held.visitor.accountButton.waitFor()
    expect((await accounts()).shown).toBe(own)
    const message = 'Good morning from the kiln'
    const signature = await sign(message)
    expect(await verifyMessage({ address: own, message, signature })).toBe(true)

    // Elsewhere the visitor has signed for somebody else's contract.
    const { chain, tester } = held.world
    await tester.setBalance({ address: own, value: parseEther('1') })
    await tester.setCode({ address: own, bytecode: concat(['0xef0100', addresses.usdc as Hex]) })
    await held.visitor.show('Ethereum')
    await held.visitor.press('Settings')
    await dialog
      .getByText('a contract that this wallet did not choose can move everything')
      .waitFor()
    await held.visitor.press('Take the account back')
    const window = await held.world.opened(dialog.getByRole('button', { name: 'Open approval' }))
    await window.getByRole('heading', { name: 'Take your account back from a contract' }).waitFor()
    await window.getByText('Those who run this wallet did not choose it').waitFor()
    expect(await window.locator('.address').allTextContents()).toContain(addresses.usdc)
    await pressArmed(window)
    await dialog.getByText('Your key alone commands the account again').first().waitFor()
    expect(await chain.getCode({ address: own })).toBeUndefined()
    await held.visitor.press('Back')
    await held.visitor.send({ asset: 'ETH', amount: '0.01', to: grace })

    await held.visitor.show('Ethereum')
    await held.visitor.press('Settings')
    await held.visitor.press('Account type')
    await held.visitor.press('Use a smart account')
    await dialog.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    expect((await accounts()).shown).toBe(smart)
    expect(complaints).toEqual([])
  })
})

import { switchAccount } from '@latchkey/core'
import { BrowserProvider, isError, type JsonRpcSigner, verifyMessage } from 'ethers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { kitWithWallet } from '../../test/connected-kit.ts'
import { ada, grace } from '../../test/fixture.ts'
import { getProvider } from './get-provider.ts'

// What docs/evm.md says of ethers; the chain itself is used in strangers.chain.test.ts.
function open() {
  const all = kitWithWallet()
  const browser = new BrowserProvider(getProvider(all.kit), 'any')
  onTestFinished(() => {
    browser.destroy()
    all.stop()
  })
  return { ...all, browser }
}

test('ethers: a signer without a wallet is refused by 4100, and by the kit’s own words', async () => {
  const { browser } = open()
  const refused = await browser.getSigner().catch((error: unknown) => error)
  expect(JSON.stringify(refused)).toContain('4100')
})

test('ethers: signs, and tells what the visitor declined', async () => {
  const { browser, join, wallet } = open()
  await join()
  const signer = await browser.getSigner()
  expect(await signer.getAddress()).toBe(ada)
  expect(verifyMessage('Hello', await signer.signMessage('Hello'))).toBe(ada)
  wallet.behave('reject', 'personal_sign')
  const declined = await signer.signMessage('Hello').catch((error: unknown) => error)
  expect(isError(declined, 'ACTION_REJECTED')).toBe(true)
})

test('ethers: a new signer for each selected account', async () => {
  const { browser, join, kit } = open()
  const signers: (JsonRpcSigner | undefined)[] = []
  getProvider(kit).on('accountsChanged', async ([account]) => {
    signers.push(account ? await browser.getSigner(account) : undefined)
  })
  await join()
  await switchAccount(kit, { account: `eip155:31337:${grace}` })
  await vi.waitFor(() => expect(signers.map((signer) => signer?.address)).toEqual([ada, grace]))
  expect(verifyMessage('Hello', (await signers[1]?.signMessage('Hello')) ?? '')).toBe(grace)
})

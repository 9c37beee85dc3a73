import { verifyTypedData } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { kitWithWallet } from '../../test/connected-kit.ts'
import { ada, grace } from '../../test/fixture.ts'
import { signTypedData } from './sign-typed-data.ts'

const typedData = {
  domain: { name: 'Shop', chainId: 31337 },
  types: { Order: [{ name: 'total', type: 'uint256' }] },
  primaryType: 'Order',
  message: { total: 100n },
} as const

async function open() {
  const all = kitWithWallet()
  onTestFinished(all.stop)
  await all.join()
  return all
}

test('signTypedData: default, parameters: account: another library verifies the signatures', async () => {
  const { kit } = await open()
  const { signature, account } = await signTypedData(kit, { typedData })
  expect(account).toBe(`eip155:31337:${ada}`)
  expect(await verifyTypedData({ ...typedData, address: ada, signature })).toBe(true)
  const other = await signTypedData(kit, { typedData, account: `eip155:31337:${grace}` })
  const { signature: second } = other
  expect(await verifyTypedData({ ...typedData, address: grace, signature: second })).toBe(true)
})

test('signTypedData: behavior: what the wallet throws has a code', async () => {
  const { kit, wallet } = await open()
  const code = () =>
    signTypedData(kit, { typedData }).then(
      () => 'signed',
      (error) => [error.name, error.code],
    )
  wallet.behave('reject', 'eth_signTypedData_v4')
  expect(await code()).toEqual(['LatchkeyError', 'user-rejected'])
  wallet.behave({ fail: Object.assign(new Error('no'), { code: 4200 }) }, 'eth_signTypedData_v4')
  expect(await code()).toEqual(['LatchkeyError', 'wallet-method-unsupported'])
  wallet.behave({ lie: 'signed' }, 'eth_signTypedData_v4')
  expect(await code()).toEqual(['LatchkeyError', 'wallet-answer-invalid'])
})

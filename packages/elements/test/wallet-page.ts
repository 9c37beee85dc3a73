import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'

declare global {
  interface Window {
    wallet: MockEvmWallet
    /** Events of the elements, in order: the name and what a test asks of its detail. */
    told: string[]
  }
}

const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

window.wallet = mockEvmWallet({
  name: 'Test wallet',
  accounts: keys,
  chain: 1,
  chains: [1, 8453],
  memory: localStorage,
})
window.wallet.install(window)
window.told = []

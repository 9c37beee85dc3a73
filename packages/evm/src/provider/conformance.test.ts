import { disconnect } from '@latchkey/core'
import { describeProvider } from '@latchkey/testing/provider'
import { kitWithWallet } from '../../test/connected-kit.ts'
import { ada, grace } from '../../test/fixture.ts'
import { getProvider } from './get-provider.ts'

describeProvider('a wallet of the browser that announces itself (EIP-6963)', () => {
  const { kit, wallet, join, stop } = kitWithWallet()
  return {
    provider: getProvider(kit),
    accounts: [ada, grace],
    chains: ['0x7a69', '0x5'],
    connect: join,
    disconnect: () => disconnect(kit),
    refuse: (method, { code, message }) =>
      wallet.behave({ fail: Object.assign(new Error(message), { code }) }, method),
    reached: () =>
      wallet.requests.filter(({ method }) => !['eth_chainId', 'eth_accounts'].includes(method)),
    selectOtherAccount: () => wallet.selectAccount(1),
    selectOtherChain: () => wallet.selectChain(5),
    connectsByRequest: false,
    tellsOfWallet: true,
    hasKeys: true,
    stop,
  }
})

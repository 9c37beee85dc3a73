import injectedModule from '@web3-onboard/injected-wallets'
import { init } from '@web3-onboard/react'

init({
  wallets: [injectedModule()],
  chains: [
    { id: '0x1', token: 'ETH', label: 'Ethereum', rpcUrl: 'https://rpc.example/ethereum' },
    { id: '0x2105', token: 'ETH', label: 'Base', rpcUrl: 'https://rpc.example/base' },
  ],
  appMetadata: { name: 'A page with a wallet', description: 'It shows who is connected' },
  connect: { autoConnectLastWallet: true },
  accountCenter: { desktop: { enabled: false }, mobile: { enabled: false } },
})

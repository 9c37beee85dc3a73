import type { WireNeeds } from '@latchkey/core'

/** What a remote wallet is asked for: methods whose result differs from the node's, and those this adapter calls. */
export const wire: WireNeeds = {
  methods: [
    'eth_sendTransaction',
    'personal_sign',
    'eth_signTypedData_v4',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_watchAsset',
  ],
  events: ['chainChanged', 'accountsChanged'],
}

/**
 * A wallet that approves everything, announced by EIP-6963. It knows two chains and remembers that
 * the page was let in, as wallets do. Its signature is no real one: these pages only show it.
 */
export const mockEvmWallet: string = `(() => {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const key = 'mock-wallet-permission'
  const listeners = { accountsChanged: new Set(), chainChanged: new Set() }
  const emit = (name, value) => { for (const listener of listeners[name]) listener(value) }
  let chainId = '0x1'
  const answers = {
    eth_requestAccounts() { localStorage.setItem(key, '1'); return [account] },
    eth_accounts: () => (localStorage.getItem(key) ? [account] : []),
    eth_chainId: () => chainId,
    net_version: () => String(Number(chainId)),
    personal_sign: () => '0x' + '5a'.repeat(65),
    wallet_requestPermissions() { localStorage.setItem(key, '1'); return [{ parentCapability: 'eth_accounts' }] },
    wallet_getPermissions: () => (localStorage.getItem(key) ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions() { localStorage.removeItem(key); return null },
    wallet_switchEthereumChain([{ chainId: wanted }]) {
      if (wanted !== '0x1' && wanted !== '0x2105') throw Object.assign(new Error('unknown chain'), { code: 4902 })
      chainId = wanted
      emit('chainChanged', chainId)
      return null
    },
  }
  const provider = {
    async request({ method, params }) {
      const answer = answers[method]
      if (!answer) throw Object.assign(new Error('unknown method'), { code: 4200 })
      return answer(params)
    },
    on: (name, listener) => { listeners[name]?.add(listener) },
    removeListener: (name, listener) => { listeners[name]?.delete(listener) },
  }
  const info = Object.freeze({ uuid: crypto.randomUUID(), name: 'Mock wallet', rdns: 'example.mock', icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
})()`

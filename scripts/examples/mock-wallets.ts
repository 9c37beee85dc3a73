/**
 * A wallet that approves everything, announced by EIP-6963. It knows two chains and remembers that
 * the page was let in, as wallets do. Its signature is no real one: these pages only show it.
 * @param extras statements that are added at the end; in them the wallet is `provider`
 */
function evmWallet(name: string, rdns: string, extras = ''): string {
  return `(() => {
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
  const info = Object.freeze({ uuid: crypto.randomUUID(), name: '${name}', rdns: '${rdns}', icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  ${extras}
})()`
}

export const mockEvmWallet: string = evmWallet('Mock wallet', 'example.mock')

/**
 * The same wallet in Phantom's place, for the dialog of OnchainKit, which offers a fixed list of
 * wallets that includes Phantom.
 */
export const mockPhantomWallet: string = evmWallet(
  'Phantom',
  'app.phantom',
  'provider.isPhantom = true; window.phantom = { ethereum: provider }',
)

/**
 * A Solana wallet of Wallet Standard that approves everything. It signs messages for real, with a key
 * of its own in WebCrypto, since the page checks signatures.
 */
export const mockSolanaWallet: string = `(() => {
  // PKCS #8 of an Ed25519 key whose seed is 32 times 1, and its public key.
  const head = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]
  const key = crypto.subtle.importKey('pkcs8', new Uint8Array([...head, ...new Array(32).fill(1)]), 'Ed25519', false, ['sign'])
  const publicKey = Uint8Array.from('8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c'.match(/../g), (pair) => parseInt(pair, 16))
  const chains = ['solana:mainnet', 'solana:devnet']
  const account = Object.freeze({
    address: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', publicKey, chains,
    features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
  })
  const permission = 'mock-wallet-permission'
  const listeners = new Set()
  let accounts = []
  const share = (next) => {
    accounts = next
    for (const listener of listeners) listener({ accounts })
  }
  const refuse = async () => { throw new Error('not in this test') }
  const wallet = {
    version: '1.0.0', name: 'Mock wallet', icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', chains,
    get accounts() { return accounts },
    features: {
      'standard:connect': { version: '1.0.0', async connect({ silent } = {}) {
        if (!silent) localStorage.setItem(permission, '1')
        if (localStorage.getItem(permission)) share([account])
        return { accounts }
      } },
      'standard:disconnect': { version: '1.0.0', async disconnect() { localStorage.removeItem(permission); share([]) } },
      'standard:events': { version: '1.0.0', on(name, listener) { listeners.add(listener); return () => listeners.delete(listener) } },
      'solana:signMessage': { version: '1.0.0', async signMessage(...inputs) {
        return Promise.all(inputs.map(async ({ message }) => ({
          signedMessage: message, signature: new Uint8Array(await crypto.subtle.sign('Ed25519', await key, message)),
        })))
      } },
      'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction: refuse },
      'solana:signAndSendTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signAndSendTransaction: refuse },
    },
  }
  const register = (api) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
})()`

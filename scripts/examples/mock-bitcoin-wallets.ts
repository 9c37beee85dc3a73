/** Public key and addresses of the secret key whose 32 bytes are all 1. */
const publicKey = '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f'
const ordinals = 'bc1p33wm0auhr9kkahzd6l0kqj85af4cswn276hsxg6zpz85xe2r0y8syx4e5t'
const stacks = 'SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N'

/**
 * JavaScript that installs a wallet with a `request` function for JSON-RPC. The wallet approves
 * everything, and remembers that the page was allowed to connect. Its signatures are valid, but
 * only for the text "I was here.".
 * @param path where the wallet is installed, from `window`
 * @param answers JavaScript of an object with one function for each method
 */
function jsonRpcWallet(path: string, answers: string): string {
  return `(() => {
  const permission = 'mock-wallet-permission'
  const fail = (code, message) => { throw { code, message } }
  const allow = () => localStorage.setItem(permission, '1')
  const needPermission = () => localStorage.getItem(permission) || fail(-32002, 'Access denied')
  const needText = ({ message }) => message === 'I was here.' || fail(-32602, 'not in this test')
  const answers = ${answers}
  const provider = {
    async request(method, params) {
      const envelope = { jsonrpc: '2.0', id: '1' }
      try {
        const answer = answers[method] ?? fail(-32601, 'Method ' + method + ' is not supported')
        return { ...envelope, result: answer(params ?? {}) }
      } catch (error) {
        return { ...envelope, error }
      }
    },
    addListener: () => () => {},
  }
  const parts = '${path}'.split('.')
  const last = parts.pop()
  const parent = parts.reduce((object, part) => (object[part] ??= {}), window)
  parent[last] = provider
})()`
}

/**
 * A wallet in Xverse's place, with a payment address and an ordinals address, for pages that use
 * sats-connect.
 */
export const mockXverseWallet: string = jsonRpcWallet(
  'XverseProviders.BitcoinProvider',
  `{
    getInfo: () => ({ version: '1.9.0', platform: 'web', methods: [], supports: [] }),
    wallet_connect({ addresses }) { allow(); return account(addresses) },
    getAddresses({ purposes }) { allow(); return account(purposes) },
    wallet_getAccount() { needPermission(); return account() },
    signMessage(params) {
      needPermission()
      needText(params)
      if (params.address !== payment || params.protocol !== 'ECDSA') fail(-32602, 'not in this test')
      const signature = 'I/ON0ae8hCxE2iBtxUqg+L3cI6OtE2tyEIKlVm1Et+FBWGuWk7CNMRWJC2LrTGaP81vLCgNLtxzN3pfZUZ2RAWg='
      return { signature, messageHash: '', address: payment, protocol: 'ECDSA' }
    },
    wallet_renouncePermissions() { localStorage.removeItem(permission); return null },
    wallet_disconnect() { localStorage.removeItem(permission); return null },
  }
  const payment = '35LM1A29K95ADiQ8rJ9uEfVZCKffZE4D9i'
  const account = (purposes = ['payment', 'ordinals']) => ({
    id: 'mock', walletType: 'software',
    addresses: [
      { address: payment, publicKey: '${publicKey}', purpose: 'payment', addressType: 'p2sh', walletType: 'software' },
      { address: '${ordinals}', publicKey: '${publicKey.slice(2)}', purpose: 'ordinals', addressType: 'p2tr', walletType: 'software' },
    ].filter(({ purpose }) => purposes.includes(purpose)),
    network: { bitcoin: { name: 'Mainnet' }, stacks: { name: 'mainnet' }, spark: { name: 'mainnet' } },
  })`,
)

/** A wallet in Leather's place, for Bitcoin and Stacks, for pages that use `@stacks/connect`. */
export const mockLeatherWallet: string = jsonRpcWallet(
  'LeatherProvider',
  `{
    getAddresses() {
      allow()
      return { addresses: [
        { symbol: 'BTC', type: 'p2wpkh', address: 'bc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw', publicKey: '${publicKey}', derivationPath: "m/84'/0'/0'/0/0" },
        { symbol: 'BTC', type: 'p2tr', address: '${ordinals}', publicKey: '${publicKey.slice(2)}', derivationPath: "m/86'/0'/0'/0/0" },
        { symbol: 'STX', address: '${stacks}', publicKey: '${publicKey}' },
      ] }
    },
    stx_signMessage(params) {
      needPermission()
      needText(params)
      const signature = '1bb3857ee5fcec5a43473afc70230a8a024362b6bfc2c940e56ac33fab2fb49f489fe3685f072eee1cdaad5fdf987e836e0a516731ccb07e89043e3c7c42eb2b01'
      return { signature, publicKey: '${publicKey}' }
    },
  }`,
)

import { Duplex } from 'node:stream'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import { MetaMaskInpageProvider } from '@metamask/providers'
import { keys } from './fixture.ts'

interface Message {
  readonly id: unknown
  readonly method: string
  readonly params?: unknown
}

/**
 * MetaMask's own provider, as its extension puts it into pages, over a stream to a background that
 * is our mock wallet: what it is asked and what it says are the same as for our provider.
 */
export async function openMetaMaskPage(): Promise<{
  readonly provider: MetaMaskInpageProvider
  readonly wallet: MockEvmWallet
  stop(): void
}> {
  const wallet = mockEvmWallet({ accounts: keys, chains: [5] })
  const networkOf = (chainId: unknown) => ({
    chainId,
    networkVersion: String(Number(chainId)),
    isConnected: true,
  })
  const answer = async ({ method, params }: Message): Promise<unknown> => {
    if (method === 'metamask_getProviderState')
      return { accounts: [], isUnlocked: true, ...networkOf('0x7a69') }
    if (method === 'net_version') return '31337'
    if (method === 'wallet_switchEthereumChain') checkChain(params)
    return wallet.provider.request({ method, params })
  }
  const stream = new Duplex({
    objectMode: true,
    read() {},
    write(message: Message, _, done) {
      const { id } = message
      const reply = (part: object) => stream.push({ id, jsonrpc: '2.0', ...part })
      answer(message).then(
        (result) => reply({ result: result ?? null }),
        ({ code, message: text, data }) => reply({ error: { code, message: text, data } }),
      )
      done()
    },
  })
  const notify = (method: string, params: unknown) =>
    stream.push({ jsonrpc: '2.0', method, params })
  wallet.provider.on('accountsChanged', (list) => notify('metamask_accountsChanged', list))
  wallet.provider.on('chainChanged', (id) => notify('metamask_chainChanged', networkOf(id)))
  const silent = { ...console, debug() {}, info() {}, log() {}, warn() {}, error() {} }
  const provider = new MetaMaskInpageProvider(stream, { logger: silent })
  await new Promise<void>((resolve) => provider.once('_initialized', () => resolve()))
  return { provider, wallet, stop: () => void stream.destroy() }
}

/** The extension's background looks at the parameters before its visitor is asked. */
function checkChain(params: unknown): void {
  const [target] = Array.isArray(params) ? params : []
  if (!/^0x[0-9a-f]+$/i.test(String((target as { chainId?: unknown } | undefined)?.chainId)))
    throw Object.assign(new Error('Expected 0x-prefixed hexadecimal string.'), { code: -32602 })
}

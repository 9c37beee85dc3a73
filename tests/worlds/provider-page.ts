import { connect, createKit, disconnect } from '@latchkey/core'
import { embedded } from '@latchkey/embedded'
import { evm } from '@latchkey/evm'
import { getProvider } from '@latchkey/evm/provider'

/** Functions of the page that the test calls. */
export interface ProviderPage {
  /** Sends a request to the provider; resolves to its answer or its error. */
  ask(parameters: unknown): Promise<{ readonly answer?: unknown; readonly error?: Thrown }>
  /** Signs in by email with the code that the stand-in for the gateway sends. */
  signIn(email: string): Promise<void>
  leave(): Promise<void>
}
/**
 * The fields of an error that the test checks. They are copied, because an error object would lose
 * them when the browser passes it to the test.
 */
export interface Thrown {
  readonly code: unknown
  readonly message: string
  readonly isError: boolean
}

declare global {
  interface Window {
    readonly vault: string
    /** Passes an event of the provider to the test. */
    tell(name: string, payload: unknown): Promise<void>
    /** Passes a request that the page sends to the vault to the test. */
    reach(request: unknown): Promise<void>
    providerPage: ProviderPage
  }
}

// All requests to the vault are posted to a message port as JSON, so this sees each of them.
const post = MessagePort.prototype.postMessage
MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown): void {
  const { method, params } =
    typeof message === 'string' ? (JSON.parse(message) as Record<string, unknown>) : {}
  if (method === 'request') void window.reach(params)
  post.call(this, message)
}

const chains = [31337, 10].map((id) => ({
  id: `eip155:${id}` as const,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}))
const kit = createKit({
  adapters: [evm({ chains })],
  transports: [embedded({ vault: window.vault, project: 'shop' })],
  storage: null,
})
kit.subscribe(() => {})
const provider = getProvider(kit)
for (const name of ['connect', 'chainChanged', 'accountsChanged', 'disconnect'] as const) {
  provider.on(name, (payload: unknown) => {
    const { code, message } = (payload ?? {}) as { code?: unknown; message?: unknown }
    void window.tell(name, payload instanceof Error ? { code, message } : payload)
  })
}

const until = async (check: () => boolean): Promise<void> => {
  while (!check()) {
    await new Promise((done) => setTimeout(done, 10))
  }
}
const authOf = async () => {
  await until(() => kit.getState().connectors.embedded?.auth !== undefined)
  const auth = kit.getState().connectors.embedded?.auth
  if (!auth) throw new Error('the connector has no sign-in')
  return auth
}
const button = document.createElement('button')
button.textContent = 'Open approval'
void authOf().then((auth) =>
  auth.watch((event) => {
    if (event.type !== 'approval') return
    button.remove()
    const url = event.approval?.url
    if (url === undefined) return
    button.onclick = () => {
      button.remove()
      window.open(url, '_blank', 'popup,width=480,height=720')
    }
    document.body.append(button)
  }),
)

window.providerPage = {
  ask: (parameters) =>
    provider.request(parameters as never).then(
      (answer: unknown) => ({ answer }),
      (error: unknown) => {
        const { code, message } = error as { code?: unknown; message?: unknown }
        return { error: { code, message: String(message), isError: error instanceof Error } }
      },
    ),
  async signIn(email) {
    const auth = await authOf()
    auth.begin({ kind: 'email', email })
    const connected = connect(kit, { connector: 'embedded' })
    await until(() => {
      const connection = kit.getState().connections.embedded
      return connection?.status === 'connecting' && connection.prompt?.kind === 'login'
    })
    await auth.answer('123456')
    await connected
  },
  leave: () => disconnect(kit),
}

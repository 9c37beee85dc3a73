import {
  type MockWbipWallet,
  mockWbipWallet,
  providerError,
  type WbipPersona,
  wbipPersonas,
} from '@latchkey/testing'

type Heard = (payload: unknown) => void
export interface OwnFunctionsWallet extends MockWbipWallet {
  /** Switches to a network of that name and sends the wallet's event. */
  goTo(name: string): void
}

const networks: Readonly<Record<string, string>> = {
  BITCOIN_MAINNET: 'mainnet',
  BITCOIN_SIGNET: 'signet',
}

/** A wallet with functions of its own like UniSat's or OKX's; a mock wallet behind them decides. */
export function ownFunctionsWallet(
  kind: 'unisat' | 'okx',
  payment: WbipPersona['payment'] = 'p2wpkh',
): OwnFunctionsWallet {
  const persona = {
    ...wbipPersonas.plain,
    payment,
    errors: 'answered',
    canDisconnect: true,
    networks: ['signet', 'mainnet'],
  } as const
  const inner = mockWbipWallet({ persona, network: 'mainnet' })
  const { request } = inner.provider as {
    request(method: string, params?: unknown): Promise<unknown>
  }
  const listeners = new Map<string, Set<Heard>>()
  const held = { isAuthorized: false, behavior: 'approve' as unknown }
  const emit = (event: string, payload?: unknown) => {
    for (const heard of [...(listeners.get(event) ?? [])]) {
      heard(payload)
    }
  }
  const ask = async (
    method: string,
    params: object,
    read: (result: Readonly<Record<string, unknown>>) => unknown,
  ) => {
    const { result, error } = (await request(method, params)) as {
      result?: unknown
      error?: { message: string }
    }
    if (error) throw providerError(4001, error.message)
    const isLie =
      typeof held.behavior === 'object' && held.behavior !== null && 'lie' in held.behavior
    return isLie ? result : read(result as Readonly<Record<string, unknown>>)
  }
  const shown = () => inner.addresses().slice(0, 1)
  const connect = async (read: (address: string) => unknown) => {
    const answer = await ask('getAddresses', {}, ({ addresses }) =>
      read((addresses as readonly { readonly address: string }[])[0]?.address ?? ''),
    )
    held.isAuthorized = true
    return answer
  }
  const own = {
    signMessage: (message: string, protocol: string) =>
      ask(
        'signMessage',
        {
          address: shown()[0]?.address,
          message,
          protocol: protocol === 'ecdsa' ? 'ECDSA' : 'BIP322',
        },
        ({ signature }) => signature,
      ),
    sendBitcoin: (address: string, amount: number) =>
      ask(
        'sendTransfer',
        { recipients: [{ address, amount: String(amount) }] },
        ({ txid }) => txid,
      ),
    signPsbt: (
      hex: string,
      { toSignInputs }: { toSignInputs?: readonly { index: number }[] } = {},
    ) =>
      ask(
        'signPsbt',
        { hex, signAtIndex: toSignInputs?.map(({ index }) => index) },
        ({ hex: signed }) => signed,
      ),
    on: (event: string, heard: Heard) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(heard)),
    removeListener: (event: string, heard: Heard) => void listeners.get(event)?.delete(heard),
  }
  const providers = {
    okx: {
      ...own,
      connect: () => connect((address) => ({ address, publicKey: shown()[0]?.publicKey })),
    },
    unisat: {
      ...own,
      requestAccounts: () => connect((address) => [address]),
      getAccounts: async () => (held.isAuthorized ? shown().map(({ address }) => address) : []),
      getPublicKey: async () => shown()[0]?.publicKey,
      async switchChain(name: string) {
        await ask('wallet_changeNetwork', { name: networks[name] }, () => null)
        goTo(name)
      },
    },
  }
  const goTo = (name: string) => {
    inner.selectNetwork(networks[name] ?? name)
    emit('chainChanged', { enum: name, name, network: 'livenet' })
  }
  return {
    ...inner,
    provider: providers[kind],
    goTo,
    emit,
    listenerCount: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    behave(behavior, method) {
      held.behavior = behavior
      inner.behave(behavior, method)
    },
    selectAccount(index) {
      inner.selectAccount(index)
      emit(
        'accountsChanged',
        shown().map(({ address }) => address),
      )
    },
    revoke() {
      held.isAuthorized = false
      emit('accountsChanged', [])
    },
    install(page) {
      const target = page as Record<string, unknown>
      if (kind === 'unisat') target.unisat = providers.unisat
      else target.okxwallet = { bitcoin: providers.okx }
      return () => {
        delete target[kind === 'unisat' ? 'unisat' : 'okxwallet']
      }
    },
  }
}

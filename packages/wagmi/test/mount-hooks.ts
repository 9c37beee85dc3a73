import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, type ReactElement } from 'react'
import type { Root } from 'react-dom/client'
import type { Config, State } from 'wagmi'
import type { Page, Wagmi } from './open-site.ts'

/** The names that both versions give to what the hooks return. */
export type Hooks = ReturnType<typeof useHooks>

function useHooks({ main }: Wagmi) {
  const account = main.useAccount()
  return {
    account,
    chainId: main.useChainId(),
    balance: main.useBalance({ address: account.address }),
    connect: main.useConnect(),
    disconnect: main.useDisconnect(),
    sendCalls: main.useSendCalls(),
    signMessage: main.useSignMessage(),
    switchChain: main.useSwitchChain(),
    writeContract: main.useWriteContract(),
  }
}

/** A React tree with wagmi's own provider, whose text is what `useAccount` says. */
export function treeOf(
  wagmi: Wagmi,
  page: Page,
  options: {
    readonly initialState?: State | undefined
    readonly seen?: (hooks: Hooks) => void
  } = {},
): ReactElement {
  const { initialState, seen } = options
  // biome-ignore lint/correctness/noComponentHookFactories: the version under test is known at run time only
  function Account(): string {
    const hooks = useHooks(wagmi)
    seen?.(hooks)
    return `${hooks.account.status} ${hooks.account.address ?? 'nobody'} on ${hooks.chainId}`
  }
  return createElement(
    wagmi.main.WagmiProvider,
    { config: page.config as Config, ...(initialState && { initialState }) } as never,
    createElement(
      QueryClientProvider,
      { client: new QueryClient({ defaultOptions: { queries: { retry: false } } }) },
      createElement(Account as never),
    ),
  )
}

/** A mounted tree: its text, and what the hooks returned last. */
export interface Mounted {
  readonly text: () => string
  readonly hooks: () => Hooks
  /** Runs something inside React's `act`. */
  run<T>(action: () => Promise<T>): Promise<T>
  unmount(): Promise<void>
}

/** Mounts the hooks on a page; a test opens the page with `openDom` first. */
export async function mountHooks(wagmi: Wagmi, page: Page): Promise<Mounted> {
  const { createRoot } = await import('react-dom/client')
  const home = document.createElement('div')
  let last: Hooks | undefined
  const seen = (hooks: Hooks): void => {
    last = hooks
  }
  const root: Root = createRoot(home)
  await act(async () => root.render(treeOf(wagmi, page, { seen })))
  return {
    text: () => home.textContent ?? '',
    hooks() {
      if (!last) throw new Error('nothing was rendered')
      return last
    },
    run: (action) => act(action),
    unmount: () => unmountTree(root),
  }
}

/**
 * Unmounts a tree. TanStack Query notifies its observers in a timer, so that one that was already
 * set still reaches the components that have just been unmounted: the page must not be taken away
 * before it has fired.
 */
export async function unmountTree(root: Root): Promise<void> {
  await act(async () => root.unmount())
  await new Promise((done) => setTimeout(done))
}

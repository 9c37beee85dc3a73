// The account views on a page of their own: one dialog, one router, a scripted wallet on a real
// node.

import { connect, createKit, type Kit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Asset, Chain } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import {
  type ComponentType,
  type ReactElement,
  useEffect,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react'
import { createRoot } from 'react-dom/client'
import type { ModalOptions } from '../../src/contract/options.ts'
import type { Route } from '../../src/contract/route.ts'
import {
  initialRouterState,
  type RouterAction,
  reduceRouter,
  topEntry,
} from '../../src/contract/router.ts'
import type { View, ViewModal, ViewProps } from '../../src/contract/view.ts'
import { createFeatures } from '../../src/dialog/create-features.ts'
import { feature as account } from '../../src/features/account/feature.ts'
import partsCss from '../../src/styles/parts.css?inline'
import { connectWords } from '../../src/words/en/connect.ts'
import base from './page.css?inline'

export interface BenchOptions {
  readonly chains: readonly Chain[]
  readonly tokens: readonly Asset[]
  readonly rpcUrl: string
  readonly gateway?: { readonly url: string; readonly project: string }
  readonly mode: 'light' | 'dark'
}

export interface Bench {
  readonly kit: Kit
  readonly wallet: MockEvmWallet
  readonly toasts: string[]
  go(route: Route): void
  route(): Route
}

declare global {
  interface Window {
    bench?: Bench
    start(options: BenchOptions): Promise<void>
  }
}

window.start = async ({ chains, tokens, rpcUrl, gateway, mode }) => {
  const wallet = mockEvmWallet({
    name: 'Foxglove',
    rdns: 'test.foxglove',
    rpcUrl,
    chain: 31337,
    chains: [31337],
  })
  wallet.install(window)
  const kit = createKit({ adapters: [evm({ chains })], storage: null, ...(gateway && { gateway }) })
  const options: ModalOptions = { tokens, lang: 'en' }
  let state = reduceRouter(initialRouterState, { type: 'open', route: { view: 'Account' } })
  const listeners = new Set<() => void>()
  const act = (action: RouterAction): void => {
    state = reduceRouter(state, action)
    for (const listener of listeners) {
      listener()
    }
  }
  const toasts: string[] = []
  const words = { ...connectWords, ...account.sharedWords }
  const features = createFeatures((feature) => {
    if (feature.css) adopt(feature.css)
    return undefined
  })
  const modal: ViewModal = {
    words,
    options,
    push: (route, waiter) => act({ type: 'push', route, ...(waiter && { waiter }) }),
    replace: (route) => act({ type: 'replace', route }),
    reset: (route) => act({ type: 'reset', route }),
    update: (route) => act({ type: 'update', route }),
    back: () => act({ type: 'back' }),
    close: () => act({ type: 'close' }),
    settle: (outcome, value) => {
      const waiter = state.waiting.at(-1)?.waiter
      act({ type: 'settle', outcome })
      if (outcome === 'success') waiter?.onSuccess?.(value)
    },
    toast: ({ text }) => {
      toasts.push(text)
      return () => {}
    },
    connect: () => {},
    begin: () => {},
    prepare: () => () => {},
    getUri: () => undefined,
    getLogin: () => undefined,
    features,
    linkTo: () => undefined,
  }
  // What `follow-kit.ts` does in the dialog.
  kit.watch((event) => {
    const top = topEntry(state).route
    if (
      event.type === 'transaction-submitted' &&
      top.view === 'SendReview' &&
      top.id === event.id
    ) {
      // Back must not lead to a draft that was sent.
      act({ type: 'reset', route: { view: 'Account' } })
      act({ type: 'push', route: { view: 'SendStatus', id: event.id } })
    }
    if (
      event.type === 'session-changed' &&
      event.reason === 'chain' &&
      top.view === 'SwitchNetwork'
    )
      act({ type: 'reset', route: { view: 'Account' } })
  })
  const adopt = (text: string): void => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }
  const scope = account.start({
    kit,
    modal,
    getState: () => ({ router: state }),
    subscribe: () => () => {},
    open: () => {},
    refresh: () => {},
    getChosen: () => undefined,
  })

  // biome-ignore lint/correctness/noComponentHookFactories: one page, one dialog
  function Dialog(): ReactElement {
    const subscribe = (listener: () => void) => {
      listeners.add(listener)
      const stop = kit.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    }
    useSyncExternalStore(subscribe, () => state)
    useSyncExternalStore(subscribe, () => kit.getState())
    const dialog = useRef<HTMLDialogElement>(null)
    useEffect(() => {
      if (!dialog.current?.open) dialog.current?.showModal()
    }, [])
    const { id, route } = topEntry(state)
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const { view: wanted } = route
    useEffect(() => {
      features.loadView(wanted).then(redraw, () => {})
    }, [wanted])
    const name = features.findFeatureName(wanted)
    const feature = name === 'connect' ? undefined : features.get(name)
    const view = feature?.views[route.view as never] as View | undefined
    const own = feature && 'words' in feature ? feature.words : undefined
    const Body = view?.component as ComponentType<ViewProps & { words: unknown }> | undefined
    return (
      <dialog ref={dialog} aria-labelledby="title">
        <div className="head">
          <button type="button" onClick={() => modal.back()} aria-label="Back">
            ‹
          </button>
          <h2 id="title">{view?.heading(words, route as never, kit)}</h2>
          <button type="button" aria-label="Close">
            ×
          </button>
        </div>
        {Body && (
          <Body key={id} kit={kit} modal={modal as never} route={route as never} words={own} />
        )}
      </dialog>
    )
  }
  document.documentElement.dataset.mode = mode
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const sheets = [base, partsCss, account.css ?? ''].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  root.adoptedStyleSheets = sheets
  host.className = mode
  createRoot(root).render(
    <scope.Provider>
      <Dialog />
    </scope.Provider>,
  )
  const found = await new Promise<string>((resolve) => {
    const look = (): void => {
      const [id] = Object.keys(kit.getState().connectors)
      if (id !== undefined) resolve(id)
    }
    kit.subscribe(look)
    look()
  })
  await connect(kit, { connector: found })
  window.bench = {
    kit,
    wallet,
    toasts,
    go: (route) => act({ type: 'reset', route }),
    route: () => topEntry(state).route,
  }
}

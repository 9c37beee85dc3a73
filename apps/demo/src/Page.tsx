import type { Kit } from '@latchkey/core'
import { ConnectButton, type Modal, NetworkButton } from '@latchkey/modal'
import { useAccount } from '@latchkey/react'
import { type ReactElement, useRef, useState } from 'react'
import type { Addresses } from './devnet/addresses.ts'
import { localChain } from './devnet/devnet.ts'
import { useEventLog } from './event-log.ts'
import { Playground } from './playground/Playground.tsx'
import type { Settings } from './settings/settings.ts'
import { Checkout } from './shop/Checkout.tsx'
import { addProduct, type Basket, basketCount, basketTotal, type Shape } from './shop/products.ts'
import { Shop } from './shop/Shop.tsx'
import { usePayment } from './shop/use-payment.ts'
import { listViews } from './views.ts'

interface Props {
  readonly kit: Kit
  readonly modal: Modal
  readonly settings: Settings
  readonly addresses: Addresses
  readonly onSettings: (settings: Settings) => void
}

export function Page({ kit, modal, settings, addresses, onSettings }: Props): ReactElement {
  const [basket, setBasket] = useState<Basket>({})
  const [isPlaying, setIsPlaying] = useState(false)
  const themeToggle = useRef<HTMLButtonElement>(null)
  const account = useAccount()
  const events = useEventLog(kit)
  const { payment, pay, reset } = usePayment(kit, () => setBasket({}))
  const isConnected = account.status === 'connected'
  // The shop accepts dollars of one Ethereum-like chain only; a visitor who is connected on another
  // chain family is asked to connect a wallet for that chain.
  const isEvmConnected = useAccount({ namespace: 'eip155' }).status === 'connected'
  const askForWallet = () =>
    void modal.open(
      isConnected ? { view: { view: 'SwitchActiveChain', chain: localChain('').id } } : {},
    )
  const addToBasket = (id: Shape, count: number): void => {
    if (payment.status === 'paid' || payment.status === 'failed') reset()
    setBasket((basketBefore) => addProduct(basketBefore, id, count))
  }

  return (
    <div className="site" data-playing={isPlaying}>
      <p className="ribbon">
        Local chain and test money only: nothing here is for sale, and nothing costs anything.
      </p>
      <div className="page">
        <header className="top">
          <a className="logo" href="/">
            <svg viewBox="0 0 32 32" aria-hidden="true">
              <rect width="32" height="32" rx="9" />
              <path d="M9 12h14c0 9-3 12-7 12s-7-3-7-12z" />
            </svg>
            <span>Slow Kiln</span>
          </a>
          <nav aria-label="Shop">
            <a href="#basket" className="basket-link">
              Basket <span className="pill">{basketCount(basket)}</span>
            </a>
            <button
              ref={themeToggle}
              type="button"
              className="play"
              aria-expanded={isPlaying}
              aria-controls="playground"
              onClick={() => setIsPlaying(!isPlaying)}
            >
              Playground
            </button>
          </nav>
          <div className="wallet">
            <NetworkButton modal={modal} />
            <ConnectButton modal={modal} />
          </div>
        </header>
        <main>
          <section className="hero">
            <h1>Pots that took their time.</h1>
            <p>
              Six pieces from a small imaginary workshop, paid for with test dollars on a chain that
              runs on this computer. The payment is real in everything but value.
            </p>
          </section>
          <div className="columns">
            <Shop basket={basket} onAdd={addToBasket} />
            <Checkout
              basket={basket}
              payment={payment}
              isConnected={isEvmConnected}
              companion={addresses.companion}
              onAdd={addToBasket}
              onPay={() => (isEvmConnected ? void pay(basketTotal(basket)) : askForWallet())}
              onReset={reset}
              onFund={() => void modal.open({ view: 'FundWallet' })}
            />
          </div>
        </main>
        <footer>
          <p id="terms">
            <strong>Terms.</strong> There are none: this shop does not exist.
          </p>
          <p id="privacy">
            <strong>Privacy.</strong> This page speaks to this computer only.
          </p>
          <p>
            The dialog is <strong>Latchkey</strong>, open and MIT.
          </p>
        </footer>
      </div>
      <Playground
        isOpen={isPlaying}
        settings={settings}
        events={events}
        addresses={addresses}
        views={listViews(isConnected)}
        onChange={onSettings}
        onView={(view) => void modal.open({ view })}
        onClose={() => {
          setIsPlaying(false)
          themeToggle.current?.focus()
        }}
      />
    </div>
  )
}

import { isPhone } from '@latchkey/core'
import { type ListedWallet, useConnect, usePairing, useWalletList } from '@latchkey/react'
import { type ReactElement, useDeferredValue, useState } from 'react'
import { Failure } from './Failure.tsx'
import { ScanCode } from './ScanCode.tsx'
import { WalletRow } from './WalletRow.tsx'

const pageSize = 12

/** Every wallet, with a search field and pages; then the chosen wallet's own way to connect. */
export function WalletPicker(): ReactElement {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ListedWallet>()
  const connect = useConnect()
  const onPhone = isPhone()
  // On a phone each row is a link, and a link must be ready before it is pressed.
  const pairing = usePairing({ isPrepared: onPhone })
  const { wallets, count, pageCount, status, error, retry } = useWalletList({
    search: useDeferredValue(search),
    page,
    pageSize,
  })

  const choose = (wallet: ListedWallet): void => {
    setChosen(wallet)
    const [connector] = wallet.connectors
    if (connector) void connect.run({ connector: connector.id })
    else void pairing.start()
  }
  const leave = (): void => {
    connect.cancel()
    pairing.cancel()
    setChosen(undefined)
  }

  if (chosen && !chosen.isInstalled && !onPhone)
    return <ScanCode wallet={chosen} pairing={pairing} onBack={leave} />
  return (
    <section className="card" aria-labelledby="choose">
      <h1 id="choose">Choose a wallet</h1>
      <label className="search">
        <span>Search wallets</span>
        <input
          type="search"
          value={search}
          autoComplete="off"
          onChange={({ target }) => {
            setSearch(target.value)
            setPage(1)
          }}
        />
      </label>
      <p role="status" className="quiet">
        {status === 'loading' ? 'Loading wallets' : `${count} wallets`}
      </p>
      {connect.state.status === 'running' && chosen && (
        <p role="status" className="note">
          Continue in {chosen.name}
        </p>
      )}
      {connect.state.status === 'failed' && chosen && (
        <Failure
          title={`${chosen.name} did not connect`}
          error={connect.state.error}
          onRetry={() => choose(chosen)}
        />
      )}
      {error && <Failure title="The list could not be read" error={error} onRetry={retry} />}
      <ul className="grid" aria-label="Wallets">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletRow
              wallet={wallet}
              link={onPhone && wallet.listing ? pairing.linkTo(wallet.listing) : null}
              isBusy={connect.state.status === 'running' && chosen?.id === wallet.id}
              onChoose={() => choose(wallet)}
            />
          </li>
        ))}
      </ul>
      {status === 'ready' && count === 0 && <p>No wallet has this name.</p>}
      {pageCount > 1 && (
        <nav className="pages" aria-label="Pages">
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </button>
          <span aria-live="polite">
            Page {page} of {pageCount}
          </span>
          <button type="button" disabled={page >= pageCount} onClick={() => setPage(page + 1)}>
            Next
          </button>
        </nav>
      )}
    </section>
  )
}

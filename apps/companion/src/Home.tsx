import { callNode } from '@latchkey/signer'
import { type JSX, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { formatEther } from 'viem'
import { OtherAccounts } from './approval/OtherAccounts.tsx'
import { Avatar, Row, shortenAddress, TestBadge } from './parts.tsx'
import { createWallet, localChain, type WalletStore } from './wallet.ts'
import { VisitorQuestionView } from './wc/AskedView.tsx'
import { PairForm } from './wc/PairForm.tsx'
import { OpenInOtherTab } from './wc/PhonePage.tsx'
import type { Phone } from './wc/phone-contract.ts'
import { Sessions } from './wc/Sessions.tsx'

/** Shows the wallet's page: balances, permissions, history. */
export function Home({ store, phone }: { store: WalletStore; phone: Phone }): JSX.Element {
  const version = useSyncExternalStore(store.watch, store.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` tells that the store changed
  const wallet = useMemo(() => createWallet(store, async () => false), [store, version])
  const { block, balances } = useChain(wallet.accounts)
  const [copied, setCopied] = useState('')
  const sites = Object.entries(wallet.sites())
  const log = store.readLog()
  const state = useSyncExternalStore(phone.watch, phone.read)
  const [one] = state.asked
  if (one)
    return (
      <main className="window">
        <TestBadge />
        <VisitorQuestionView
          key={`${one.kind}${one.id}`}
          one={one}
          phone={phone}
          accounts={wallet.accounts}
          chains={wallet.chains()}
        />
      </main>
    )
  return (
    <main className="page">
      <header className="top">
        <h1>Test wallet</h1>
        <TestBadge />
      </header>
      <p className="lead">
        Its keys are public: everybody knows them. Use it with the demo and with pages you build;
        send nothing of worth here.
      </p>
      <div className="columns">
        <Section title="Connect by link">
          {state.place === 'elsewhere' ? (
            <OpenInOtherTab onTake={phone.take} />
          ) : (
            <>
              <PairForm phone={phone} fault={state.isPairing ? 'One moment…' : state.fault} />
              <Sessions
                phone={phone}
                sessions={state.sessions}
                chains={wallet.chains()}
                count={wallet.accounts.length}
              />
            </>
          )}
        </Section>
        <Section title="Accounts">
          <ul className="list">
            {wallet.accounts.map((address, i) => (
              <li key={address} className="item">
                <Avatar address={address} />
                <span className="grow">
                  Account {i + 1}
                  <span className="sub">{shortenAddress(address)}</span>
                </span>
                <span className="value">{balances[address] ?? '—'}</span>
                <button
                  type="button"
                  className="small"
                  aria-label={`Copy address of account ${i + 1}`}
                  onClick={() =>
                    void navigator.clipboard.writeText(address).then(() => setCopied(address))
                  }
                >
                  {copied === address ? 'Copied' : 'Copy'}
                </button>
              </li>
            ))}
          </ul>
          <OtherAccounts key={wallet.accounts.length} store={store} />
        </Section>
        <Section title="Network">
          <dl className="box">
            <Row name="Name">{localChain.name}</Row>
            <Row name="Chain id">{localChain.id}</Row>
            <Row name="RPC address">{localChain.rpcUrl}</Row>
            <Row name="State">
              <span className={block === null ? 'bad' : 'good'}>{describeState(block)}</span>
            </Row>
          </dl>
        </Section>
        <Section title="Connected sites">
          {sites.length === 0 ? <p className="none">No site is connected.</p> : null}
          <ul className="list">
            {sites.map(([origin, site]) => (
              <li key={origin} className="item">
                <span className="grow">
                  {origin}
                  <span className="sub">
                    {site.accounts.length === 1 ? '1 account' : `${site.accounts.length} accounts`}{' '}
                    · chain {site.chain}
                  </span>
                </span>
                <button
                  type="button"
                  className="small"
                  aria-label={`Disconnect ${origin}`}
                  onClick={() => wallet.revoke(origin)}
                >
                  Disconnect
                </button>
              </li>
            ))}
          </ul>
          <p className="hint">
            A site that opened this window learns of it at once, others with their next request.
          </p>
        </Section>
        <Section title="Activity">
          {log.length === 0 ? <p className="none">Nothing yet.</p> : null}
          <ul className="list scroll">
            {log.map((entry) => (
              <li key={`${entry.at}${entry.what}`} className="item">
                <span className="grow">
                  {entry.what}
                  <span className="sub">
                    {entry.origin} · <time>{new Date(entry.at).toLocaleTimeString()}</time>
                  </span>
                </span>
                <span className={entry.outcome === 'Approved' ? 'good' : 'bad'}>
                  {entry.outcome}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Settings">
          <div className="item">
            <label className="grow" htmlFor="count">
              Number of accounts
            </label>
            <select
              id="count"
              value={wallet.accounts.length}
              onChange={({ target }) => store.writeAccountCount(Number(target.value))}
            >
              {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
          </div>
          <div className="item">
            <span className="grow">Sites, activity and settings</span>
            <button type="button" className="small" onClick={() => store.clearStorage()}>
              Forget all
            </button>
          </div>
        </Section>
      </div>
    </main>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** @param block - null when the node cannot be reached, undefined before its first answer */
function describeState(block: number | null | undefined): string {
  if (block === undefined) return 'Asking…'
  return block === null ? 'Not reachable' : `Running, block ${block}`
}

function useChain(accounts: readonly string[]): {
  block: number | null | undefined
  balances: Readonly<Record<string, string>>
} {
  const [block, setBlock] = useState<number | null>()
  const [balances, setBalances] = useState<Readonly<Record<string, string>>>({})
  const list = accounts.join()
  useEffect(() => {
    const effectState = { isCurrent: true }
    const refreshChain = async (): Promise<void> => {
      const askNode = (method: string, params: unknown = []) =>
        callNode(localChain.rpcUrl, method, params)
      try {
        const blockHeight = Number(await askNode('eth_blockNumber'))
        const chainStates = await Promise.all(
          list.split(',').map(async (address) => {
            const wei = BigInt(String(await askNode('eth_getBalance', [address, 'latest'])))
            return [address, `${showCoins(wei)} ETH`] as const
          }),
        )
        if (!effectState.isCurrent) return
        setBlock(blockHeight)
        setBalances(Object.fromEntries(chainStates))
      } catch {
        if (effectState.isCurrent) setBlock(null)
      }
    }
    void refreshChain()
    const timer = setInterval(refreshChain, 3_000)
    return () => {
      effectState.isCurrent = false
      clearInterval(timer)
    }
  }, [list])
  return { block, balances }
}

/**
 * Writes a balance with four decimal places, rounded down, so that it never looks larger than it
 * is.
 */
function showCoins(wei: bigint): string {
  const [whole = '0', rest] = formatEther(wei - (wei % 10n ** 14n)).split('.')
  const groupedDigits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return rest ? `${groupedDigits}.${rest}` : groupedDigits
}

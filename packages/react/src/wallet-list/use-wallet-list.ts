import { walletsQuery } from '@latchkey/core'
import { hasCode, LatchkeyError, type WalletListing } from '@latchkey/protocol'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useConnectors } from '../hooks/use-connectors.ts'
import { useKit } from '../hooks/use-kit.ts'
import { isFound, type ListedWallet, listAbsent, listInstalled } from './merge-wallets.ts'

export declare namespace useWalletList {
  interface Parameters {
    /** Text that a wallet's name must contain; default: all wallets. */
    readonly search?: string
    /** Number of the page, from 1; default 1. */
    readonly page?: number
    /** Number of wallets on each page, 1 to 100; default 20. */
    readonly pageSize?: number
  }

  interface ReturnType {
    /**
     * The wallets on the page: those in this browser come first, without waiting for the others,
     * then the listed ones.
     */
    readonly wallets: readonly ListedWallet[]
    /** Number of wallets on all pages; exact once `status` is `ready`. */
    readonly count: number
    /** Number of pages, at least 1. */
    readonly pageCount: number
    readonly status: 'loading' | 'ready' | 'failed'
    /** Why the list could not be read; wallets in this browser are listed all the same. */
    readonly error?: LatchkeyError
    /** Reads the list again after a failure. */
    readonly retry: () => void
  }
}

interface Listed {
  readonly key: string
  readonly listings: readonly WalletListing[]
  /**
   * Number of listed wallets on all pages of the gateway; absent when `listings` contains all of
   * them.
   */
  readonly count?: number
}

/**
 * Returns wallets for a list that the page itself draws: those in this browser, then those that the
 * gateway or, without one, the catalogue lists. The catalogue's data is loaded with the first use.
 * The owner's `wallets` options apply. Connect a wallet in this browser with `useConnect`, any
 * other with `usePairing`.
 * @throws `config-invalid` for a page or a page size that is no whole number from 1 on
 *
 * @example
 * ```tsx
 * import { useConnect, useWalletList } from '@latchkey/react'
 *
 * function List() {
 *   const connect = useConnect()
 *   const { wallets } = useWalletList({ search: 'meta', page: 1 })
 *   return wallets.map(({ id, name, connectors: [connector] }) => (
 *     <button key={id} disabled={!connector} onClick={() => connector && connect.run({ connector: connector.id })}>
 *       {name}
 *     </button>
 *   ))
 * }
 * ```
 */
export function useWalletList({
  search = '',
  page = 1,
  pageSize = 20,
}: useWalletList.Parameters = {}): useWalletList.ReturnType {
  if (!isCount(page) || !isCount(pageSize) || pageSize > 100)
    throw new LatchkeyError('config-invalid', {
      reason: `useWalletList: page ${page}, pageSize ${pageSize}`,
      fix: 'pass whole numbers: a page from 1 on, a page size of 1 to 100',
    })
  const kit = useKit()
  const connectors = useConnectors()
  const hasGateway = kit.options.gateway !== undefined
  const key = hasGateway ? JSON.stringify([search.trim(), page, pageSize]) : 'catalogue'
  const [listed, setListed] = useState<Listed>()
  const [failure, setFailure] = useState<{ readonly key: string; readonly error: LatchkeyError }>()
  const [retries, setRetries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the question, and `retries` asks it again
  useEffect(() => {
    const controller = new AbortController()
    const reading = hasGateway
      ? walletsQuery(kit, {
          page,
          search,
          entries: pageSize,
          include: kit.options.wallets?.include,
          exclude: kit.options.wallets?.exclude,
        })
          .queryFn({ signal: controller.signal })
          .then(({ data, count }) => ({ key, listings: data, count }))
      : import('@latchkey/catalog/all-wallets').then(({ allWallets }) => ({
          key,
          listings: allWallets(),
        }))
    reading.then(
      (answer) => controller.signal.aborted || setListed(answer),
      (error) =>
        controller.signal.aborted ||
        setFailure({
          key,
          error: hasCode(error) ? error : new LatchkeyError('unknown', { cause: error }),
        }),
    )
    return () => controller.abort()
  }, [kit, key, retries])
  const retry = useCallback(() => {
    setFailure(undefined)
    setRetries((count) => count + 1)
  }, [])

  const current = listed?.key === key ? listed : undefined
  const error = failure?.key === key ? failure.error : undefined
  return useMemo(() => {
    const listings = current?.listings ?? []
    const installed = listInstalled(kit, connectors, listings)
    const absent = listAbsent(kit.options.wallets ?? {}, listings, installed)
    const isSearched = (wallet: ListedWallet): boolean => isFound(wallet, search)
    const foundInstalled = installed.filter(isSearched)
    const shared = {
      status: current ? 'ready' : error ? 'failed' : 'loading',
      retry,
      ...(error && !current && { error }),
    } as const
    if (hasGateway) {
      // The gateway has already searched its list and cut it into pages.
      const count = (current?.count ?? 0) + foundInstalled.length
      return {
        ...shared,
        wallets: [...(page === 1 ? foundInstalled : []), ...absent],
        count,
        pageCount: Math.max(1, Math.ceil((current?.count ?? 0) / pageSize)),
      }
    }
    const found = [...foundInstalled, ...absent.filter(isSearched)]
    return {
      ...shared,
      wallets: found.slice((page - 1) * pageSize, page * pageSize),
      count: found.length,
      pageCount: Math.max(1, Math.ceil(found.length / pageSize)),
    }
  }, [kit, connectors, current, error, search, page, pageSize, hasGateway, retry])
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1
}

import type { VaultAccount } from '@latchkey/protocol/vault'
import { useCallback, useEffect, useState } from 'react'
import type { UseChannel } from './page/use-channel.ts'
import { describeRefusal } from './words/refusal.ts'

export interface AccountState {
  readonly account: VaultAccount | undefined
  /** Why the account could not be read, or why the last change failed. */
  readonly error: string
  /**
   * Runs a change of the account, then reads the account again; resolves to false when the change
   * was refused.
   */
  readonly change: (run: () => Promise<unknown>) => Promise<boolean>
}

/** Reads the account from the gateway, through the frame. */
export function useAccount({ ask }: Pick<UseChannel, 'ask'>): AccountState {
  const [account, setAccount] = useState<VaultAccount>()
  const [error, setError] = useState('')
  const readAccount = useCallback(
    async () => setAccount(await ask('GET /api/account', undefined)),
    [ask],
  )
  useEffect(() => {
    readAccount().catch((reason) => setError(describeRefusal(reason)))
  }, [readAccount])
  const changeAccount = useCallback(
    async (run: () => Promise<unknown>) => {
      setError('')
      try {
        await run()
        await readAccount()
        return true
      } catch (reason) {
        setError(describeRefusal(reason))
        return false
      }
    },
    [readAccount],
  )
  return { account, error, change: changeAccount }
}

/**
 * Writes a time in the visitor's language, precise enough to tell two devices of the same kind
 * apart.
 */
export function formatTime(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Writes a day in the visitor's language. */
export function formatDay(time: number): string {
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })
}

/** The host in a site's URL; the text itself when it is no URL. */
export function siteHost(site: string): string {
  return URL.canParse(site) ? new URL(site).host : site
}

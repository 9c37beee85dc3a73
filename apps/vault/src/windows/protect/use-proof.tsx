import type { VaultAccount } from '@latchkey/protocol/vault'
import { type ReactNode, useCallback, useState } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { ProofForm } from './ProofForm.tsx'

/**
 * A proof that is about to be too old is asked for anew (seconds): what follows it takes a while.
 */
const leastFor = 60

/** What takes a proof of identity of the last minutes. */
export interface UseProof {
  /** In place of the window's own content, while a proof is asked for. */
  readonly form: ReactNode | null
  /**
   * Runs it at once after a fresh sign-in, else after a proof. What the gateway thinks of it is the
   * gateway's to say.
   */
  readonly prove: (run: () => unknown) => Promise<void>
}

interface Waiting {
  readonly run: () => unknown
  readonly account: VaultAccount | undefined
}

export function useProof({
  channel,
  stretch,
}: Pick<FramedWindow, 'channel' | 'stretch'>): UseProof {
  const { ask } = channel
  const [waiting, setWaiting] = useState<Waiting>()
  const prove = useCallback(
    async (run: () => unknown) => {
      const account = await ask('GET /api/account', undefined).catch(() => undefined)
      if ((account?.freshFor ?? leastFor) >= leastFor) run()
      else setWaiting({ run, account })
    },
    [ask],
  )
  const onProved = (): void => {
    setWaiting(undefined)
    waiting?.run()
  }
  if (!waiting) return { form: null, prove }
  const { account } = waiting
  return {
    form: <ProofForm channel={channel} stretch={stretch} account={account} onProved={onProved} />,
    prove,
  }
}

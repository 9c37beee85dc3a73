import type { VaultAccount } from '@latchkey/protocol/vault'
import { type ReactNode, useCallback, useState } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { ProofForm } from './ProofForm.tsx'

/**
 * Seconds for which the last proof of identity must still be valid. Otherwise a new one is asked
 * for, because the visitor needs time for the next step.
 */
const minFreshSeconds = 60

/** Runs actions that need a fresh proof of identity. */
export interface UseProof {
  /**
   * The form that asks for a proof of identity, to show instead of the window's own content; null
   * when no proof is asked for.
   */
  readonly form: ReactNode | null
  /**
   * Runs `run` at once when the last proof of identity is recent enough, else after a new proof.
   * The gateway reports how long the last proof is still valid.
   */
  readonly prove: (run: () => unknown) => Promise<void>
}

interface WaitingAction {
  readonly run: () => unknown
  readonly account: VaultAccount | undefined
}

export function useProof({
  channel,
  stretch,
}: Pick<FramedWindow, 'channel' | 'stretch'>): UseProof {
  const { ask } = channel
  const [waiting, setWaiting] = useState<WaitingAction>()
  const runWithProof = useCallback(
    async (run: () => unknown) => {
      const account = await ask('GET /api/account', undefined).catch(() => undefined)
      if ((account?.freshFor ?? minFreshSeconds) >= minFreshSeconds) run()
      else setWaiting({ run, account })
    },
    [ask],
  )
  const onProved = (): void => {
    setWaiting(undefined)
    waiting?.run()
  }
  if (!waiting) return { form: null, prove: runWithProof }
  const { account } = waiting
  return {
    form: <ProofForm channel={channel} stretch={stretch} account={account} onProved={onProved} />,
    prove: runWithProof,
  }
}

import { type ReactNode, useCallback, useState } from 'react'
import type { UseChannel } from '../use-channel.ts'
import { ProofForm } from './ProofForm.tsx'

/** A proof that is about to be too old is asked for anew (seconds): what follows it takes a while. */
const leastFor = 60

/** What takes a proof of identity of the last minutes. */
export interface UseProof {
  /** In place of the window's own content, while a proof is asked for. */
  readonly form: ReactNode | null
  /** Runs it at once after a fresh sign-in, else after a proof. What the gateway thinks of it is the gateway's to say. */
  readonly prove: (run: () => unknown) => Promise<void>
}

export function useProof(channel: Pick<UseChannel, 'ask'>): UseProof {
  const { ask } = channel
  const [waiting, setWaiting] = useState<() => unknown>()
  const prove = useCallback(
    async (run: () => unknown) => {
      const account = await ask('GET /api/account', undefined).catch(() => undefined)
      if ((account?.freshFor ?? leastFor) >= leastFor) run()
      else setWaiting(() => run)
    },
    [ask],
  )
  const onProved = (): void => {
    setWaiting(undefined)
    waiting?.()
  }
  return { form: waiting ? <ProofForm channel={channel} onProved={onProved} /> : null, prove }
}

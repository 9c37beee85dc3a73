import type { Kit } from '@latchkey/core'
import { sendCalls, watchCalls } from '@latchkey/evm'
import { useAccount, useAction } from '@latchkey/react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { FailureText } from './FailureText.tsx'

const amount = 1_000_000_000_000_000n

/**
 * Sends 0.001 of the chain's coin to each receiver in one batch, and waits until the batch has
 * settled.
 */
async function sendToAll(
  kit: Kit,
  { to, signal }: { readonly to: readonly string[]; readonly signal?: AbortSignal },
) {
  const calls = to.map((recipient) => ({ to: recipient, value: amount }))
  const { id } = await sendCalls(kit, { calls, atomicRequired: true, ...(signal && { signal }) })
  return watchCalls(kit, { id, ...(signal && { signal }) })
}

/**
 * Asks the wallet for several calls at once (EIP-5792), and shows the result. Renders nothing on
 * chain families without batches.
 */
export function BatchSection(): ReactElement | null {
  const { account, namespace } = useAccount()
  const { state, run } = useAction(sendToAll)
  const [to, setTo] = useState('')
  if (namespace !== 'eip155') return null

  function submitCalls(event: FormEvent): void {
    event.preventDefault()
    if (account) void run({ to: to.split(/\s+/).filter(Boolean) })
  }
  return (
    <fieldset>
      <legend>Several calls at once</legend>
      <form className="ask" onSubmit={submitCalls}>
        <input
          type="text"
          aria-label="Receivers, 0.001 each"
          value={to}
          maxLength={1000}
          onChange={(event) => setTo(event.target.value)}
        />
        <button
          type="submit"
          className="button"
          aria-disabled={!account}
          aria-busy={state.status === 'running'}
        >
          Send as one
        </button>
      </form>
      <output className="signed" aria-label="Calls">
        {!account && <span className="quiet">Connect a wallet first.</span>}
        {account && state.status === 'failed' && <FailureText error={state.error} />}
        {account && state.status === 'done' && (
          <>
            <span className="quiet">{state.value.status}</span>
            {state.value.receipts.map(({ hash }) => (
              <code key={hash}>{hash}</code>
            ))}
          </>
        )}
      </output>
    </fieldset>
  )
}
